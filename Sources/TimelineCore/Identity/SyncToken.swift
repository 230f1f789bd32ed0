/// A random value of 16 bytes.
///
/// The token of an invitation link is a secret with which a device may fetch the user's records
/// once. The token of a store's state is replaced after each change to its records, rejections or
/// scopes: if neither store's token has changed since two stores were equal, they still are, so
/// nothing needs to be compared.
public struct SyncToken: ByteValue {
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
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
