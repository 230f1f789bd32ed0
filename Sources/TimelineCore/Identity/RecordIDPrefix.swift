/// The first 16 bytes of a record ID, with which a revocation lists a record.
public struct RecordIDPrefix: ByteValue {
    /// The length of every prefix: 16 bytes.
    public static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    /// Creates the prefix of a record ID.
    public init(_ id: RecordID) {
        (high, low) = id.leadingWords
    }

    /// Creates a prefix from its bytes.
    ///
    /// Returns `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        (high, low) = (iterator.bigEndian(), iterator.bigEndian())
    }

    /// The 16 bytes of the prefix.
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
