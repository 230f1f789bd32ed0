/// A push ID: a time in milliseconds (48 bits), followed by 72 more bits.
///
/// Posts, comments and stamps use push IDs. They are ordered by time.
public struct RecordPushID: ByteValue {
    /// The length of every push ID: 15 bytes.
    public static let byteCount = 15

    /// The highest time that a push ID can contain, in milliseconds since 1970.
    public static let maximumMilliseconds: UInt64 = (1 << 48) - 1

    /// The lowest push ID.
    public static let lowest = RecordPushID(high: 0, low: 0)

    private static let lowMask: UInt64 = (1 << 56) - 1

    /// The first 8 bytes as a big-endian number: the milliseconds and 16 more bits.
    public let high: UInt64
    /// The last 7 bytes as a 56-bit big-endian number.
    public let low: UInt64

    /// Creates an ID from the two parts of its bytes.
    ///
    /// - Parameters:
    ///   - high: The first 8 bytes as a big-endian number.
    ///   - low: The last 7 bytes as a big-endian number. Only the lower 56 bits are used.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low & Self.lowMask
    }

    /// Creates an ID from a time and 72 more bits.
    ///
    /// - Parameters:
    ///   - milliseconds: The number of milliseconds since 1970, of which the lower 48 bits are
    ///     used.
    ///   - bits: The first 16 and the remaining 56 bits.
    public init(milliseconds: UInt64, bits: (UInt16, UInt64)) {
        self.init(high: milliseconds << 16 | UInt64(bits.0), low: bits.1)
    }

    /// Creates an ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 15 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        (high, low) = (iterator.bigEndian(), iterator.bigEndian(7))
    }

    /// The 15 bytes of the ID.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low, count: 7)
        return bytes
    }

    /// The time in milliseconds since 1970.
    public var milliseconds: UInt64 { high >> 16 }

    /// Returns whether `left` sorts before `right`, first by time and then by the other bits.
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
