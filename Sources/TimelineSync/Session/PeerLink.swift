import TimelineRecords

/// The information about a peer that the hellos have established.
struct PeerLink {
    /// The first hello of the peer.
    let hello: Hello
    let standing: PeerStanding
    /// The scopes of this store, fixed for the session.
    let ownScopes: Set<RecordUserID>
    /// The result of the last session, updated with the peer's scopes.
    var memory: PeerMemory
    /// The scopes of the peer, or `nil` until the peer has sent them.
    var scopes: Set<RecordUserID>?
    /// Whether the peer does not know the scopes of this store.
    var lacksScopes: Bool
    /// Whether neither token has changed since the stores were last equal.
    let isEqual: Bool

    /// The scopes that both sides want, or `nil` until the peer has sent its scopes.
    var commonScopes: Set<RecordUserID>? { scopes.map { $0.intersection(ownScopes) } }

    /// Returns the records to compare, or `nil` until the peer has sent its scopes.
    func selection(for user: RecordUserID) -> RecordSelection? {
        commonScopes.map { scopes in
            RecordSelection(
                scopes: scopes,
                users: [user, hello.user],
                owner: standing == .ownDevice ? user : nil
            )
        }
    }
}
