package import TimelineCore

extension RepositorySyncStore {
    /// Admits a peer, and returns its relation to this store.
    ///
    /// The first device that presents an invitation is bound to it, and its user is added to the
    /// peer list, before anything is sent.
    ///
    /// A device whose key has been revoked is a stranger, whatever the peer proves. Only a device
    /// of this store's user learns the reason.
    ///
    /// - Throws: `SyncError.deviceRevoked` if the peer has proved to be such a device, or
    ///   `SyncError.store(code:)`.
    package func admit(_ peer: PeerIdentity) throws(SyncError) -> PeerTrust {
        var (judgement, isRevoked) = try reading { social, accounts in
            let devices = try social.devices(of: peer.user)
            let judgement = try judge(peer, among: devices, social, accounts)
            return (judgement, isRevokedDevice(peer, among: devices))
        }
        if judgement.invitation?.isUsed == false {
            judgement = try translating {
                try repository.writeAccounts { social, accounts in
                    // Another device may meanwhile have used the invitation.
                    let devices = try social.devices(of: peer.user)
                    let judgement = try judge(peer, among: devices, social, accounts)
                    try judgement.invitation.map {
                        try accounts.bind($0, to: peer, of: user, now)
                    }
                    return judgement
                }
            }
        }
        let standing = judgement.standing
        state.withLock { state in
            state.peer = peer
            state.standing = standing
        }
        if isRevoked { throw .deviceRevoked }
        if standing != .stranger { report { $0.peer = peer.box } }
        return standing
    }

    /// Checks that the device at an address is one of the store's users, of a peer or of an
    /// invitation, before it receives any byte of a session.
    ///
    /// - Returns: Whether it is a device that the user has removed, so that it may learn only this.
    /// - Throws: `SyncError.unknownDevice` or `SyncError.store(code:)`.
    func isRevokedDevice(atAddress box: EncryptionKey) throws(SyncError) -> Bool {
        let devices = try reading { social, accounts -> [DeviceRecord]? in
            let blocked = try accounts.blockedUsers()
            let peers = try accounts.peers(of: user)
                .filter { !$0.isRemoved && $0.user.map(blocked.contains) != true }
            if peers.contains(where: { $0.box == box }) { return nil }
            let users = try accounts.keyedUsers().union(listedUsers(accounts)).subtracting(blocked)
            return try users.flatMap { user in
                try social.devices(of: user)
                    .filter { $0.certificate.box == box && (!$0.isRevoked || user == self.user) }
            }
        }
        guard let devices else { return false }
        guard !devices.isEmpty else { throw .unknownDevice }
        return devices.allSatisfy(\.isRevoked)
    }

    /// Returns the result of the last session with a device.
    package func memory(
        of device: KeyID,
        owning box: EncryptionKey?
    ) throws(SyncError) -> PeerMemory? {
        try reading { _, accounts in
            let contact = StateKey.contact(of: device, owning: box)
            let key = StateKey.memory(of: contact, on: self.device)
            return try accounts.state(StoredMemory.self, forKey: key)?.memory
        }
    }

    /// Replaces the result of the last session with a device.
    package func remember(
        _ memory: PeerMemory,
        of device: KeyID,
        owning box: EncryptionKey?
    ) throws(SyncError) {
        try translating {
            try repository.writeAccounts { accounts in
                let contact = StateKey.contact(of: device, owning: box)
                let key = StateKey.memory(of: contact, on: self.device)
                try accounts.setState(StoredMemory(memory), forKey: key)
            }
        }
    }

    /// Returns whether a peer has proved to be a device of this store's user with a revoked key.
    private func isRevokedDevice(_ peer: PeerIdentity, among devices: [DeviceRecord]) -> Bool {
        guard peer.user == user, peer.device != device, let box = peer.box else { return false }
        return devices.contains {
            $0.id == peer.device && $0.isRevoked && $0.certificate.box == box
        }
    }

    private func judge(
        _ peer: PeerIdentity,
        among devices: [DeviceRecord],
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> (standing: PeerTrust, invitation: StoredInvitation?) {
        // After the repair of a clock, a device has another key. The records about it arrive in the
        // first session.
        let known =
            devices.first { $0.id == peer.device }
            ?? devices.first { $0.certificate.box == peer.box && !$0.isRevoked }
        let isProven = peer.box != nil && peer.box == known?.certificate.box
        guard try !accounts.blockedUsers().contains(peer.user), known?.isRevoked != true,
            known == nil || isProven, try !isDeviceOfStore(peer, social, accounts)
        else { return (.stranger, nil) }
        if isProven, peer.user == user { return (.ownDevice, nil) }
        let isListed = try listedUsers(accounts).contains(peer.user)
        if isProven, try isListed || accounts.keyedUsers().contains(peer.user) {
            return (.peer, nil)
        }
        if isOutgoing, known == nil, try isInviter(peer, accounts) { return (.peer, nil) }
        if let token = peer.invitation,
            let invitation = try accounts.state(
                StoredInvitation.self,
                forKey: StateKey.invitation(token, of: user)
            ),
            // A device whose user has been removed from the peer list does not return.
            invitation.isValid(for: peer, at: now), isListed || !invitation.isUsed
        {
            return (.peer, invitation)
        }
        return (.stranger, nil)
    }

    /// Returns whether a peer claims to be this device, or as somebody else, a device of one of the
    /// store's users.
    private func isDeviceOfStore(
        _ peer: PeerIdentity,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> Bool {
        if peer.device == device { return true }
        let others = try accounts.keyedUsers().subtracting([peer.user])
        return try others.contains { user in
            try social.devices(of: user).contains { $0.id == peer.device }
        }
    }

    /// Returns whether a peer owns the box key in a link that this store's user has followed.
    ///
    /// The records of the peer, which prove its other keys, arrive in the first session.
    private func isInviter(_ peer: PeerIdentity, _ accounts: any AccountReader) throws -> Bool {
        guard let box = peer.box else { return false }
        return try accounts.peers(of: user)
            .contains { !$0.isRemoved && $0.user == peer.user && $0.box == box }
    }

    /// Returns the users on the peer lists of this store's users.
    private func listedUsers(_ accounts: any AccountReader) throws -> Set<User.ID> {
        // Peers of users with deleted accounts are served only in sessions of such a user, which
        // take place once all users have deleted their accounts.
        let hasDeletedAccount = try accounts.hasDeletedAccount(user)
        var listed: Set<User.ID> = []
        for user in try accounts.keyedUsers()
        where try hasDeletedAccount || !accounts.hasDeletedAccount(user) {
            listed.formUnion(
                try accounts.peers(of: user).filter { !$0.isRemoved }.compactMap(\.user)
            )
        }
        return listed
    }
}

extension AccountWriter {
    /// Binds an invitation to the device that presents it, and adds the device's user to the peer
    /// list.
    fileprivate func bind(
        _ invitation: StoredInvitation,
        to peer: PeerIdentity,
        of user: User.ID,
        _ now: UInt64
    ) throws {
        guard let token = peer.invitation else { return }
        try setState(
            invitation.used(by: peer),
            forKey: StateKey.invitation(token, of: user)
        )
        let entry = StoredPeer(user: peer.user, target: nil, name: nil, milliseconds: now)
        // An existing entry may contain an invitation from the peer.
        if try self.peer(entry.id, of: user)?.isRemoved != false {
            try setPeer(entry, of: user)
        }
    }
}

/// A device of a user, as described by the live records.
struct DeviceRecord: Hashable {
    let certificate: DeviceCertificate
    /// The time at which the device was added.
    let added: PushID
    /// The time at which the device key was first revoked, or `nil` if it has not been revoked.
    var revoked: PushID?

    /// The ID of the device key.
    var id: KeyID { certificate.device.id }
    /// Whether the device key has been revoked.
    var isRevoked: Bool { revoked != nil }
}

extension SocialReader {
    /// Returns the devices of a user, oldest first.
    func devices(of user: User.ID) throws -> [DeviceRecord] {
        var devices: [DeviceRecord] = []
        for record in try introductions(of: [user], onlyKeys: true).sorted() {
            guard case .keyAdded(let certificate) = record.content,
                !devices.contains(where: { $0.id == certificate.device.id })
            else { continue }
            devices.append(DeviceRecord(certificate: certificate, added: record.stamp))
        }
        // Revocations may be long.
        guard try devices.contains(where: { try isRevoked($0.id, of: user) }) else {
            return devices
        }
        for record in try introductions(of: [user]).sorted() {
            guard case .keyRevoked(let part) = record.content,
                let index = devices.firstIndex(where: { $0.id == part.key })
            else { continue }
            devices[index].revoked = devices[index].revoked ?? record.stamp
        }
        return devices
    }
}
