/// Writes deterministic CBOR (RFC 8949, section 4.2.1).
///
/// Each value has exactly one encoding.
struct CBORWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Starts an array of `count` values, which must be written next.
    mutating func array(_ count: Int) {
        head(.array, UInt64(count))
    }

    /// Writes an unsigned integer.
    mutating func write(_ number: UInt64) {
        head(.unsigned, number)
    }

    /// Writes a signed integer.
    mutating func write(_ number: Int32) {
        if number >= 0 {
            head(.unsigned, UInt64(number))
        } else {
            head(.negative, UInt64(-1 - Int64(number)))
        }
    }

    /// Writes a text string.
    mutating func write(_ text: String) {
        head(.text, UInt64(text.utf8.count))
        bytes += text.utf8
    }

    /// Writes a byte string.
    mutating func write(_ value: [UInt8]) {
        head(.bytes, UInt64(value.count))
        bytes += value
    }

    /// Writes a value as a byte string.
    mutating func write(_ value: some ByteValue) {
        write(value.bytes)
    }

    /// Writes null.
    mutating func null() {
        bytes.append(CBORType.null)
    }

    /// Calls `write` to write a value, or writes null if the value is `nil`.
    mutating func optional<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    /// Appends a value that is already encoded.
    mutating func append(encoded value: [UInt8]) {
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
