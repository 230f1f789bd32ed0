public import TimelineCore

/// The contents of a pairing file or an identity export: everything that a store needs to become
/// one of a user's devices.
public struct IdentityContents: Sendable, Redacted {
    /// A value in the contents that can exceed its limits.
    public enum Field: CaseIterable, Hashable, Sendable {
        /// The username.
        case username
        /// The email.
        case email
        /// The password hash.
        case passwordHash
        /// The peers.
        case peers
        /// The records.
        case records
    }

    /// The user's public root key.
    public let root: VerifyingKey
    /// The user's private root key.
    public let rootSecret: RootSecret
    /// The user's login data.
    public let account: IdentityAccount
    /// The private keys of the new device, or `nil` in an identity export.
    public let device: DeviceSecrets?
    /// The seal of folders that only the user's devices share, or `nil` if there is no such folder.
    public let folderSeal: FolderSeal?
    /// The known peers, in ascending order of their users and devices.
    public let peers: [KnownPeer]
    /// The records that the device needs, such as the user's keys and newest profile, unverified.
    public let records: [SignedRecord]

    /// The ID of the user, which is derived from the root key.
    public var user: User.ID { User.ID(rootKey: root) }

    /// Creates contents.
    ///
    /// - Parameters:
    ///   - root: The user's public root key.
    ///   - rootSecret: The user's private root key.
    ///   - account: The user's login data.
    ///   - device: The private keys of the new device, or `nil` in an identity export.
    ///   - folderSeal: The seal of folders that only the user's devices share.
    ///   - peers: The known peers in any order, at most ``PairingLimits/peers``.
    ///   - records: The records that the device needs, at most ``PairingLimits/records``.
    /// - Throws: ``PairingError/wrongRootKey``, or ``PairingError/invalidContents(_:)`` if a value
    ///   exceeds its limits or a peer occurs twice.
    public init(
        root: VerifyingKey,
        rootSecret: RootSecret,
        account: IdentityAccount,
        device: DeviceSecrets?,
        folderSeal: FolderSeal? = nil,
        peers: [KnownPeer],
        records: [SignedRecord]
    ) throws(PairingError) {
        if case .key(let key) = rootSecret, key.verifyingKey != root { throw .wrongRootKey }
        try account.validate()
        for peer in peers { try peer.validate() }
        let peers = peers.sorted { ($0.user, $0.device) < ($1.user, $1.device) }
        guard peers.count <= PairingLimits.peers,
            zip(peers, peers.dropFirst())
                .allSatisfy({ ($0.user, $0.device) < ($1.user, $1.device) })
        else { throw .invalidContents(.peers) }
        guard records.count <= PairingLimits.records else { throw .invalidContents(.records) }
        self.root = root
        self.rootSecret = rootSecret
        self.account = account
        self.device = device
        self.folderSeal = folderSeal
        self.peers = peers
        self.records = records
    }
}
