/// The result of the last session with a device.
public struct PeerMemory: Hashable, Sendable {
    /// The tokens of both stores when they were last equal.
    public struct Equality: Hashable, Sendable {
        /// The token of this store.
        public let own: SyncToken
        /// The token of the peer.
        public let peer: SyncToken

        /// Creates a pair of tokens.
        public init(own: SyncToken, peer: SyncToken) {
            self.own = own
            self.peer = peer
        }
    }

    /// The tokens of both stores when they were last equal, or `nil` if they never were.
    public var equality: Equality?
    /// The last scopes that the peer sent.
    public var peerScopes: StoreScopes?
    /// The hash of the last scopes that this store sent to the peer.
    public var sentScopes: ScopesHash?

    /// Creates an empty memory, as before the first session.
    public init() {}
}
