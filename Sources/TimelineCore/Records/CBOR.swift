/// Reads deterministic CBOR (RFC 8949, section 4.2.1) one value at a time.
///
/// Records come from strangers. Every length is compared with the remaining bytes before it is
/// used, and any encoding other than the shortest one is rejected. Therefore, encoding a value that
/// was read always yields the same bytes.
package struct CBORReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes that have not been read.
    private var remaining: Int { bytes.count - position }

    /// Checks that all bytes have been read.
    package func finish() throws(RecordError) {
        guard remaining == 0 else { throw .trailingBytes(count: remaining) }
    }

    /// Reads the start of an array.
    ///
    /// - Returns: The number of elements, which is at most the number of remaining bytes.
    /// - Throws: ``RecordError/malformed`` if the value is not an array, or an encoding error.
    package mutating func array() throws(RecordError) -> UInt64 {
        let count = try argument(of: .array)
        guard count <= remaining else { throw .truncated }
        return count
    }

    /// Reads the start of an array of `count` elements.
    ///
    /// - Throws: ``RecordError/malformed`` if the value is not such an array, or an encoding error.
    package mutating func array(of count: UInt64) throws(RecordError) {
        guard try array() == count else { throw .malformed }
    }

    /// Reads an unsigned integer.
    ///
    /// - Throws: ``RecordError/malformed`` if the value is not an unsigned integer, or an encoding
    ///   error.
    package mutating func unsigned() throws(RecordError) -> UInt64 {
        try argument(of: .unsigned)
    }

    /// Reads an unsigned integer that is small enough for arithmetic, such as an offset.
    ///
    /// - Throws: ``RecordError/malformed`` if it exceeds the limit, or an encoding error.
    package mutating func unsigned(atMost limit: UInt64) throws(RecordError) -> UInt64 {
        let number = try unsigned()
        guard number <= limit else { throw .malformed }
        return number
    }

    /// Reads a time in milliseconds since 1970, at most the highest one of a push ID.
    ///
    /// - Throws: ``RecordError/malformed`` if it is later, or an encoding error.
    package mutating func milliseconds() throws(RecordError) -> UInt64 {
        try unsigned(atMost: PushID.maximumMilliseconds)
    }

    /// Reads a signed 32-bit integer.
    ///
    /// - Throws: ``RecordError/malformed`` if the value is not such an integer, or an encoding
    ///   error.
    package mutating func int32() throws(RecordError) -> Int32 {
        let (type, argument) = try head()
        guard let magnitude = Int32(exactly: argument) else { throw .malformed }
        switch type {
        case .unsigned: return magnitude
        case .negative: return -1 - magnitude
        case .bytes, .text, .array: throw .malformed
        }
    }

    /// Reads a byte string.
    ///
    /// - Throws: ``RecordError/malformed`` if the value is not a byte string, or an encoding error.
    package mutating func byteString() throws(RecordError) -> ArraySlice<UInt8> {
        let count = try argument(of: .bytes)
        return try slice(count)
    }

    /// Reads a value of fixed length from a byte string.
    ///
    /// - Throws: ``RecordError/malformed`` if the value is not a byte string of this length, or an
    ///   encoding error.
    package mutating func value<Value: ByteValue>() throws(RecordError) -> Value {
        guard let value = Value(bytes: try byteString()) else { throw .malformed }
        return value
    }

    /// Reads a text string.
    ///
    /// - Throws: ``RecordError/malformed`` if the value is not a text string, or an encoding error.
    package mutating func text() throws(RecordError) -> String {
        let count = try argument(of: .text)
        return try text(count)
    }

    /// Reads null, or calls `read` to read a value.
    ///
    /// - Returns: The value, or `nil` for null.
    /// - Throws: Any error thrown by `read`.
    package mutating func optional<Value>(
        _ read: (inout Self) throws(RecordError) -> Value
    ) throws(RecordError) -> Value? {
        guard remaining > 0, bytes[position] == CBORType.null else { return try read(&self) }
        position += 1
        return nil
    }

    /// Reads a value of any type and returns its encoding.
    ///
    /// - Parameters:
    ///   - level: The nesting level of the value if it is an array. The outermost array has level
    ///     1.
    ///   - maximumLevel: The highest allowed nesting level of an array.
    /// - Returns: The bytes of the value.
    /// - Throws: ``RecordError/tooDeep`` if an array has a higher level, or an encoding error.
    package mutating func encodedValue(level: Int, maximumLevel: Int) throws(RecordError) -> [UInt8]
    {
        let start = position
        try skip(level: level, maximumLevel: maximumLevel)
        return Array(bytes[start..<position])
    }

    private mutating func skip(level: Int, maximumLevel: Int) throws(RecordError) {
        if remaining > 0, bytes[position] == CBORType.null {
            position += 1
            return
        }
        let (type, argument) = try head()
        switch type {
        case .unsigned, .negative: break
        case .bytes: _ = try slice(argument)
        case .text: _ = try text(argument)
        case .array:
            guard level <= maximumLevel else { throw .tooDeep }
            guard argument <= remaining else { throw .truncated }
            for _ in 0..<argument { try skip(level: level + 1, maximumLevel: maximumLevel) }
        }
    }

    private mutating func argument(of type: CBORType) throws(RecordError) -> UInt64 {
        let (found, argument) = try head()
        guard found == type else { throw .malformed }
        return argument
    }

    /// Reads the first byte of a value and its argument: a number, a length or a count.
    private mutating func head() throws(RecordError) -> (CBORType, UInt64) {
        guard remaining > 0 else { throw .truncated }
        let initialByte = bytes[position]
        // Null is a supported value, but not where a value with an argument is expected.
        guard initialByte != CBORType.null else { throw .malformed }
        guard let type = CBORType(rawValue: initialByte >> 5), initialByte & 0x1F <= 27
        else { throw .unsupportedValue(initialByte: initialByte) }
        position += 1
        switch initialByte & 0x1F {
        case 24: return (type, try argument(byteCount: 1, atLeast: 24))
        case 25: return (type, try argument(byteCount: 2, atLeast: 0x100))
        case 26: return (type, try argument(byteCount: 4, atLeast: 0x1_0000))
        case 27: return (type, try argument(byteCount: 8, atLeast: 0x1_0000_0000))
        case let argument: return (type, UInt64(argument))
        }
    }

    private mutating func argument(
        byteCount: UInt64,
        atLeast minimum: UInt64
    ) throws(RecordError) -> UInt64 {
        let argument = try slice(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard argument >= minimum else { throw .notShortest }
        return argument
    }

    private mutating func text(_ count: UInt64) throws(RecordError) -> String {
        guard let text = String(validating: try slice(count), as: UTF8.self)
        else { throw .invalidUTF8 }
        return text
    }

    private mutating func slice(_ count: UInt64) throws(RecordError) -> ArraySlice<UInt8> {
        guard count <= remaining else { throw .truncated }
        let start = position
        position += Int(count)
        return bytes[start..<position]
    }
}

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

/// The CBOR types that records use, with their major types as raw values (RFC 8949, section 3.1).
enum CBORType: UInt8 {
    case unsigned = 0
    case negative = 1
    case bytes = 2
    case text = 3
    case array = 4

    /// The encoding of null, the only simple value that records use.
    static let null: UInt8 = 0xF6
}
