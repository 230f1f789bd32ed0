/// Writes deterministic CBOR (RFC 8949, section 4.2.1).
///
/// Each value has exactly one encoding.
package struct CBORWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer without any bytes.
    package init() {}

    /// Starts an array of `count` values, which must be written next.
    package mutating func array(_ count: Int) {
        head(.array, UInt64(count))
    }

    /// Writes an unsigned integer.
    package mutating func write(_ number: UInt64) {
        head(.unsigned, number)
    }

    /// Writes a signed integer.
    package mutating func write(_ number: Int32) {
        if number >= 0 {
            head(.unsigned, UInt64(number))
        } else {
            head(.negative, UInt64(-1 - Int64(number)))
        }
    }

    /// Writes a text string.
    package mutating func write(_ text: String) {
        head(.text, UInt64(text.utf8.count))
        bytes += text.utf8
    }

    /// Writes a byte string.
    package mutating func write(_ value: [UInt8]) {
        head(.bytes, UInt64(value.count))
        bytes += value
    }

    /// Writes a value as a byte string.
    package mutating func write(_ value: some ByteValue) {
        write(value.bytes)
    }

    /// Writes null.
    package mutating func null() {
        bytes.append(CBORType.null)
    }

    /// Calls `write` to write a value, or writes null if the value is `nil`.
    package mutating func optional<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    /// Appends a value that is already encoded.
    package mutating func append(encoded value: [UInt8]) {
        bytes += value
    }

    private mutating func head(_ type: CBORType, _ argument: UInt64) {
        let major = type.rawValue << 5
        switch argument {
        case 0..<24: bytes.append(major | UInt8(argument))
        case ...0xFF: head(major | 24, argument, byteCount: 1)
        case ...0xFFFF: head(major | 25, argument, byteCount: 2)
        case ...0xFFFF_FFFF: head(major | 26, argument, byteCount: 4)
        default: head(major | 27, argument, byteCount: 8)
        }
    }

    private mutating func head(_ initialByte: UInt8, _ argument: UInt64, byteCount: Int) {
        bytes.append(initialByte)
        bytes.append(bigEndian: argument, count: byteCount)
    }
}
