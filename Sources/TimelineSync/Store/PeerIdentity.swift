public import TimelineRecords

/// The identity that a peer claims, and the carrier's proof of it.
public struct PeerIdentity: Hashable, Sendable {
    /// The user of the peer.
    public let user: RecordUserID
    /// The device key of the peer.
    public let device: KeyID
    /// The invitation that the peer presents, if any.
    public let invitation: InvitationToken?
    /// The evidence for the claimed identity.
    public let proof: PeerProof

    /// Creates an identity.
    public init(
        user: RecordUserID,
        device: KeyID,
        invitation: InvitationToken?,
        proof: PeerProof
    ) {
        self.user = user
        self.device = device
        self.invitation = invitation
        self.proof = proof
    }
}

/// The evidence for the identity of a peer.
public enum PeerProof: Hashable, Sendable {
    /// The carrier authenticates the peer, as `ssh` does.
    case carrier
    /// The peer has proved that it owns a box key.
    ///
    /// The store compares it with the record that adds the device.
    case boxKey(BoxKey)
    /// Nothing proves the identity.
    case unproven
}

/// The relation between a store and a peer.
public enum PeerStanding: Hashable, Sendable {
    /// Another device of the same user. Only such a device receives private data.
    case ownDevice
    /// A device on the peer list, or one that presents a valid invitation.
    case peer
    /// Anyone else.
    case stranger
}
