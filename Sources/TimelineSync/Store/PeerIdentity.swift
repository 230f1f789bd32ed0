package import TimelineCore

/// The identity that a peer claims, and the key that proves it.
package struct PeerIdentity: Hashable, Sendable {
    /// The user of the peer.
    package let user: User.ID
    /// The device key of the peer.
    package let device: KeyID
    /// The invitation that the peer presents, if any.
    package let invitation: SyncToken?
    /// The box key that the peer has proved to own; see ``SessionConfiguration/peer``.
    ///
    /// The store compares it with the record that adds the device.
    package let box: EncryptionKey?

    /// Creates an identity.
    package init(
        user: User.ID,
        device: KeyID,
        invitation: SyncToken?,
        box: EncryptionKey?
    ) {
        self.user = user
        self.device = device
        self.invitation = invitation
        self.box = box
    }

    /// Returns whether both identities are those of one device.
    func isSameDevice(as other: PeerIdentity) -> Bool {
        user == other.user && device == other.device && box == other.box
    }
}

/// The relation between a store and a peer.
package enum PeerTrust: Hashable, Sendable {
    /// Another device of the same user. Only such a device receives private data.
    case ownDevice
    /// A device on the peer list, or one that presents a valid invitation.
    case peer
    /// Anyone else.
    case stranger
}

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
