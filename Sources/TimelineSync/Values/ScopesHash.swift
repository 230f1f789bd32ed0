import TimelineCrypto
package import TimelineCore

/// The SHA-256 of a store's scopes, sent instead of their lists where the receiver knows them.
package struct ScopesHash: ByteValue {
    /// The length of every hash: 32 bytes.
    package static let byteCount = 32

    /// The 32 bytes of the hash.
    package let bytes: [UInt8]

    /// Creates a hash from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Hashes the 16 bytes of each scope in ascending order.
    package init(of scopes: some Sequence<User.ID>) {
        var hasher = SHA256()
        for scope in scopes.sorted() { hasher.update(scope.bytes) }
        bytes = hasher.finalize().bytes
    }

    /// Hashes the wanted scopes, and if any users are held, the hashes of both lists together.
    package init(of scopes: StoreScopes) {
        let wanted = Self(of: scopes.wanted)
        guard !scopes.held.isEmpty else {
            self = wanted
            return
        }
        bytes = SHA256.hash(wanted.bytes + Self(of: scopes.held).bytes).bytes
    }
}
