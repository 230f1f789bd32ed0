package import TimelineCore

/// The contents of a pairing file or an identity export: everything that a store needs to become
/// one of a user's devices.
package struct IdentityContents: Sendable, Redacted {
    /// The user's public root key.
    package let root: VerifyingKey
    /// The user's private root key.
    package let rootSecret: RootSecret
    /// The user's login data.
    package let account: IdentityAccount
    /// The private keys of the new device, or `nil` in an identity export.
    package let device: DeviceSecrets?
    /// The seal of folders that only the user's devices share, or `nil` if there is no such folder.
    package let folderSeal: FolderSeal?
    /// The known peers, in ascending order of their users and devices.
    package let peers: [KnownPeer]
    /// The records that the device needs, such as the user's keys and newest profile, unverified.
    package let records: [SignedRecord]

    /// The ID of the user, which is derived from the root key.
    package var user: User.ID { User.ID(rootKey: root) }

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
    package init(
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
