import TimelineCrypto
public import TimelineRecords

/// The SHA-256 of a sorted list of scopes, sent instead of the list where the receiver knows it.
public struct ScopesHash: ByteValue {
    /// The length of every hash: 32 bytes.
    public static let byteCount = 32

    /// The 32 bytes of the hash.
    public let bytes: [UInt8]

    /// Creates a hash from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Hashes the 16 bytes of each scope in ascending order.
    public init(of scopes: some Sequence<RecordUserID>) {
        var hasher = SHA256()
        for scope in scopes.sorted() { hasher.update(scope.bytes) }
        bytes = hasher.finalize().bytes
    }
}
