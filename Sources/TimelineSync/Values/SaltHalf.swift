public import TimelineRecords

/// The random bytes that one side contributes to the salt of a session.
///
/// With the bytes of both sides, neither side and nobody else can predict the salted IDs. Otherwise,
/// anyone with the ability to add records could forge equal fingerprints.
public struct SaltHalf: ByteValue {
    /// The length of every half: 8 bytes.
    public static let byteCount = 8

    /// The 8 bytes of the half.
    public let bytes: [UInt8]

    /// Creates a half from its bytes.
    ///
    /// Returns `nil` unless there are exactly 8 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Creates a random half.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = generator.bytes(Self.byteCount)
    }
}
