public import TimelineRecords

/// The random bytes that one side contributes to the salt of a session.
///
/// Because both sides contribute, nobody can predict the salted IDs. Otherwise, anyone who can add
/// records could forge equal fingerprints.
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
