/// The random ID that the parts of one revocation share; see ``KeyRevocation``.
public struct RevocationID: ByteValue {
    /// The length of every ID: 16 bytes.
    public static let byteCount = 16

    private let high: UInt64
    private let low: UInt64

    /// Creates a random ID.
    public init(using generator: inout some RandomNumberGenerator) {
        (high, low) = (generator.next(), generator.next())
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
}
