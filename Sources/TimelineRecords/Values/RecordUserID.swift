/// The ID of a user: the 16 bytes of a version 8 UUID (RFC 9562) that is derived from the root key.
public struct RecordUserID: ByteValue {
    /// The length of every user ID: 16 bytes.
    public static let byteCount = 16

    /// The first 8 bytes as a big-endian number.
    public let high: UInt64
    /// The last 8 bytes as a big-endian number.
    public let low: UInt64

    /// Creates an ID from the two halves of its bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        (high, low) = (iterator.bigEndian(), iterator.bigEndian())
    }

    /// The 16 bytes of the ID.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: high)
        bytes.append(bigEndian: low)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
