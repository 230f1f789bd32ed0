import TimelineCrypto
public import TimelineRecords

/// The SHA-256 of a store's scopes, sent instead of their lists where the receiver knows them.
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

    /// Hashes the number of wanted scopes as 8 bytes, then the 16 bytes of each wanted scope and of
    /// each held user, each list in ascending order.
    public init(of scopes: StoreScopes) {
        var hasher = SHA256()
        let count = UInt64(scopes.wanted.count)
        hasher.update((0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) })
        for scope in scopes.wanted.sorted() + scopes.held.sorted() { hasher.update(scope.bytes) }
        bytes = hasher.finalize().bytes
    }
}
