import TimelineCore

/// The information about a peer that the hellos have established.
struct PeerLink {
    /// The first hello of the peer.
    let hello: Hello
    let standing: PeerTrust
    /// The scopes of this store, fixed for the session.
    let ownScopes: StoreScopes
    /// The result of the last session, updated with the peer's scopes.
    var memory: PeerMemory
    /// The scopes of the peer, or `nil` until the peer has sent them.
    var scopes: StoreScopes?
    /// Whether the peer does not know the scopes of this store.
    var lacksScopes: Bool
    /// Whether neither token has changed since the stores were last equal.
    let isEqual: Bool

    /// The scopes that both sides want, or `nil` until the peer has sent its scopes.
    var commonScopes: Set<User.ID>? {
        scopes.map { $0.wanted.intersection(ownScopes.wanted) }
    }

    /// Returns the records to compare, or `nil` until the peer has sent its scopes.
    func selection(for user: User.ID) -> RecordSelection? {
        scopes.map { scopes in
            ownScopes.selection(
                with: scopes,
                users: [user, hello.user],
                owner: standing == .ownDevice ? user : nil
            )
        }
    }
}
