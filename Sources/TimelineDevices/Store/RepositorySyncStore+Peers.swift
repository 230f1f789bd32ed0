import TimelineCore
public import TimelineRecords
public import TimelineSync

extension RepositorySyncStore {
    /// Returns the relation between this store and a peer.
    ///
    /// A device whose key has been revoked is a stranger, whatever the peer proves. Only a device
    /// of this store's user learns the reason.
    ///
    /// - Throws: `SyncError.deviceEnded` if the peer has proved to be such a device, or
    ///   `SyncError.store(code:)`.
    public func standing(of peer: PeerIdentity) throws(SyncError) -> PeerStanding {
        let (judgement, isEnded) = try reading { social, accounts in
            let devices = try social.devices(of: peer.user)
            return (try judge(peer, among: devices, accounts), isEndedDevice(peer, among: devices))
        }
        visit.withLock { visit in
            visit.peer = peer
            visit.standing = judgement.standing
            visit.invitation = judgement.invitation
        }
        if isEnded { throw .deviceEnded }
        if judgement.standing != .stranger { note { $0.peer = peer.box } }
        return judgement.standing
    }

    /// Returns the result of the last session with a device.
    public func memory(of device: KeyID) throws(SyncError) -> PeerMemory? {
        try reading { _, accounts in
            let key = StateKey.memory(of: device, on: self.device)
            return try accounts.state(StoredMemory.self, forKey: key)?.memory
        }
    }

    /// Replaces the result of the last session with a device.
    public func remember(_ memory: PeerMemory, of device: KeyID) throws(SyncError) {
        if let own = memory.equality?.own {
            visit.withLock { $0.equalEpoch = $0.epochs[own] ?? $0.equalEpoch }
        }
        try translating {
            try repository.writeAccounts { accounts in
                let key = StateKey.memory(of: device, on: self.device)
                try accounts.setState(StoredMemory(memory), forKey: key)
            }
        }
    }

    /// Returns whether a peer has proved to be a device of this store's user with a revoked key.
    private func isEndedDevice(_ peer: PeerIdentity, among devices: [DeviceRecord]) -> Bool {
        guard peer.user == user, peer.device != device, let box = peer.box else { return false }
        return devices.contains {
            $0.id == peer.device && $0.isEnded && $0.certificate.box == box
        }
    }

    private func judge(
        _ peer: PeerIdentity,
        among devices: [DeviceRecord],
        _ accounts: any AccountReader
    ) throws -> (standing: PeerStanding, invitation: InvitationToken?) {
        let known = devices.first { $0.id == peer.device }
        guard try !accounts.blockedUsers().contains(peer.user), known?.isEnded != true,
            peer.device != device
        else { return (.stranger, nil) }
        let isProven = peer.box != nil && peer.box == known?.certificate.box
        if isProven, peer.user == user { return (.ownDevice, nil) }
        if isProven,
            try accounts.keyedUsers().contains(peer.user) || isListed(peer.user, accounts)
        {
            return (.peer, nil)
        }
        if isOutgoing, known == nil, try isInviter(peer, accounts) { return (.peer, nil) }
        if let token = peer.invitation,
            try accounts.state(
                StoredInvitation.self,
                forKey: StateKey.invitation(token, of: user)
            )?
            .isValid(for: peer.device, at: now) == true
        {
            return (.peer, token)
        }
        return (.stranger, nil)
    }

    /// Returns whether a peer owns the box key in a link that this store's user has followed.
    ///
    /// The records of the peer, which prove its other keys, arrive in the first session.
    private func isInviter(_ peer: PeerIdentity, _ accounts: any AccountReader) throws -> Bool {
        guard let box = peer.box else { return false }
        return try accounts.states(StoredPeer.self, withPrefix: StateKey.peers(of: user))
            .contains { !$0.value.isRemoved && $0.value.user == peer.user && $0.value.box == box }
    }

    private func isListed(_ peer: RecordUserID, _ accounts: any AccountReader) throws -> Bool {
        // Peers of users who have left are served only in sessions of such a user, which take place
        // once all users have left.
        let hasLeft = try accounts.hasLeft(user)
        return try accounts.keyedUsers().filter { try hasLeft || !accounts.hasLeft($0) }
            .contains { user in
                try accounts.states(StoredPeer.self, withPrefix: StateKey.peers(of: user))
                    .contains { !$0.value.isRemoved && $0.value.user == peer }
            }
    }
}

/// A device of a user, as described by the live records.
struct DeviceRecord: Hashable {
    let certificate: DeviceCertificate
    /// The time at which the device was added.
    let added: RecordPushID
    /// The last valid stamp of the device key, or `nil` if the key has not been revoked.
    var last: RecordPushID?

    /// The ID of the device key.
    var id: KeyID { certificate.device.id }
    /// Whether the device key has been revoked.
    var isEnded: Bool { last != nil }
}

extension SocialReader {
    /// Returns the devices of a user, oldest first.
    func devices(of user: RecordUserID) throws -> [DeviceRecord] {
        let records = try introductions(of: [user]).sorted()
        var devices: [DeviceRecord] = []
        for record in records {
            guard case .keyAdded(let certificate) = record.body.content,
                !devices.contains(where: { $0.id == certificate.device.id })
            else { continue }
            devices.append(DeviceRecord(certificate: certificate, added: record.body.stamp))
        }
        for record in records {
            guard case .keyEnded(let key, let last) = record.body.content,
                let index = devices.firstIndex(where: { $0.id == key })
            else { continue }
            devices[index].last = min(devices[index].last ?? last, last)
        }
        return devices
    }
}

extension AccountReader {
    /// Returns the users that the users of this store have blocked.
    func blockedUsers() throws -> Set<RecordUserID> {
        var blocked: Set<RecordUserID> = []
        for user in try keyedUsers() where try !hasLeft(user) {
            blocked.formUnion(try blockedUsers(by: user))
        }
        return blocked
    }

    /// Returns the users that a user has blocked.
    func blockedUsers(by user: RecordUserID) throws -> Set<RecordUserID> {
        Set(
            try states(StoredBlock.self, withPrefix: StateKey.blocks(of: user))
                .filter(\.value.isBlocked).compactMap { RecordUserID(hexadecimal: $0.name) }
        )
    }
}
