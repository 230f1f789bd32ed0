public import TimelineRecords

/// A secret from an invitation link, with which a device may fetch the user's records once.
public struct InvitationToken: ByteValue {
    /// The length of every token: 16 bytes.
    public static let byteCount = 16

    /// The 16 bytes of the token.
    public let bytes: [UInt8]

    /// Creates a token from its bytes.
    ///
    /// Returns `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Creates a random token.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = generator.bytes(Self.byteCount)
    }
}
