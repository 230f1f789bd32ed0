package import TimelineCore

/// The result of the last session with a device.
package struct PeerMemory: Hashable, Sendable {
    /// The tokens of both stores when they were last equal.
    package struct Equality: Hashable, Sendable {
        /// The token of this store.
        package let own: SyncToken
        /// The token of the peer.
        package let peer: SyncToken

        /// Creates a pair of tokens.
        package init(own: SyncToken, peer: SyncToken) {
            self.own = own
            self.peer = peer
        }
    }

    /// The tokens of both stores when they were last equal, or `nil` if they never were.
    package var equality: Equality?
    /// The last scopes that the peer sent.
    package var peerScopes: StoreScopes?
    /// The hash of the last scopes that this store sent to the peer.
    package var sentScopes: ScopesHash?

    /// Creates an empty memory, as before the first session.
    package init() {}
}
