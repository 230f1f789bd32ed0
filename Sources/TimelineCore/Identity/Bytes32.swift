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
