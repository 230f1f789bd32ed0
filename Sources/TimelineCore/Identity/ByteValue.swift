/// A value with a fixed number of bytes, such as an ID.
///
/// Values are ordered by their first differing byte.
public protocol ByteValue: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The length of every value, in bytes.
    static var byteCount: Int { get }

    /// Creates a value from its bytes.
    ///
    /// Returns `nil` unless there are exactly ``byteCount`` bytes.
    init?(bytes: some Collection<UInt8>)

    /// The bytes of the value.
    var bytes: [UInt8] { get }
}

extension ByteValue {
    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Reads a value from two lowercase hexadecimal digits for each byte.
    ///
    /// Returns `nil` for any other text.
    package init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2)
            .compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
        self.init(bytes: bytes)
        guard self.bytes.hexadecimal == text else { return nil }
    }

    /// The bytes in hexadecimal, two lowercase digits each.
    public var description: String { bytes.hexadecimal }
}

extension Sequence<UInt8> {
    /// The bytes in hexadecimal, two lowercase digits each.
    package var hexadecimal: String {
        // A page contains dozens of addresses of photos.
        let digits: StaticString = "0123456789abcdef"
        let bytes = Array(self)
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            digits.withUTF8Buffer { digits in
                for (index, byte) in bytes.enumerated() {
                    text[2 * index] = digits[Int(byte >> 4)]
                    text[2 * index + 1] = digits[Int(byte & 15)]
                }
            }
            return 2 * bytes.count
        }
    }
}

/// The inline storage of a 32-byte value, which needs no heap allocation.
struct Bytes32: Hashable, Comparable, Sendable {
    static let byteCount = 32

    /// The bytes as four big-endian numbers.
    let words: (UInt64, UInt64, UInt64, UInt64)

    init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(reading: bytes)
    }

    /// Creates a value from the first 32 bytes of a sequence.
    ///
    /// Use this initializer for digests, because their length is known.
    init(reading bytes: some Sequence<UInt8>) {
        var iterator = bytes.makeIterator()
        words = (
            iterator.bigEndian(), iterator.bigEndian(), iterator.bigEndian(), iterator.bigEndian()
        )
    }

    /// Creates a value from a buffer of exactly ``byteCount`` bytes.
    init(buffer: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        words = (word(0), word(1), word(2), word(3))
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.append(bigEndian: words.0)
        bytes.append(bigEndian: words.1)
        bytes.append(bigEndian: words.2)
        bytes.append(bigEndian: words.3)
        return bytes
    }

    static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    static func < (left: Self, right: Self) -> Bool { left.words < right.words }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension IteratorProtocol<UInt8> {
    /// Reads the next `count` bytes as a big-endian number.
    ///
    /// If fewer bytes remain, the number consists of those.
    mutating func bigEndian(_ count: Int = 8) -> UInt64 {
        var number: UInt64 = 0
        for _ in 0..<count {
            guard let byte = next() else { break }
            number = number << 8 | UInt64(byte)
        }
        return number
    }
}

extension Array<UInt8> {
    /// Appends the lowest `count` bytes of a number, the most significant byte first.
    mutating func append(bigEndian number: UInt64, count: Int = 8) {
        var shift = UInt64(8 * count)
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number &>> shift))
        }
    }
}
