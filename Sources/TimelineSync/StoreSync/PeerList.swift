import Foundation
import TimelineCore

/// The peers of a user, with the syncs of this device.
struct PeerList {
    /// The last sync with a device or folder.
    struct Contact {
        /// The ID and box key of the device, or the ID of the folder.
        let name: String
        let value: StoredContact

        /// The ID of the device, or `nil` for a folder.
        var device: KeyID? { value.user == nil ? nil : StateKey.device(ofContact: name) }
    }

    private let user: User.ID
    private let contacts: [Contact]
    /// The last syncs with folders and addresses.
    private let attempts: [String: StoredAttempt]
    private let entries: [StoredPeer]
    /// The devices of the user and of the peers.
    private let devices: [DeviceRecord]
    /// The names of the user's devices by ID.
    private let deviceNames: [KeyID: String]

    init(
        of user: User.ID,
        device: KeyID,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws {
        self.user = user
        contacts =
            try accounts.states(
                StoredContact.self,
                withPrefix: StateKey.contacts(of: device)
            )
            .map { Contact(name: $0.name, value: $0.value) }
        attempts = Dictionary(
            try accounts.attempts(of: device).map { ($0.target, $0) }
        ) { $1 }
        entries = try accounts.peers(of: user).filter { !$0.isRemoved }
            .sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
        let devices = try Set(entries.compactMap(\.user) + [user])
            .flatMap { try social.devices(of: $0) }
        self.devices = devices
        deviceNames = try devices.reduce(into: [:]) { names, device in
            names[device.id] = try accounts.name(of: device, among: devices, by: user)
        }
    }

    /// Returns the entries with the results of the last syncs, in the order in which they were
    /// added.
    func peers(_ social: any SocialReader) throws -> [SyncPeer] {
        try entries.map { entry in
            let contact = contact(of: entry)
            return try peer(
                id: entry.id,
                user: entry.user,
                target: entry.target,
                name: entry.name,
                milliseconds: entry.milliseconds,
                contact,
                social
            )
        }
    }

    /// Returns the devices that have synced with this one and do not appear in ``peers(_:)``.
    func others(_ social: any SocialReader) throws -> [SyncPeer] {
        let shown = Set(entries.compactMap { contact(of: $0)?.name })
        return
            try contacts.filter { !shown.contains($0.name) && isListed($0) }
            .map { contact in
                let listed = entries.first { $0.user == contact.value.user }
                return try peer(
                    id: StateKey.id(ofEntry: contact.name),
                    user: contact.value.user,
                    target: nil,
                    name: listed?.name,
                    milliseconds: listed?.milliseconds ?? contact.value.last,
                    contact,
                    social
                )
            }
            .sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }
    }

    /// The places without an entry at which every sync has failed so far, unless the device that
    /// has answered there is shown or has synced since.
    var failures: [SyncPeer] {
        unlistedAttempts.filter { attempt in
            let answering = contacts.filter { $0.device != nil && $0.device == attempt.device }
            return answering.allSatisfy { contact in
                !isListed(contact) && contact.value.last <= attempt.milliseconds
            }
        }
        .map { attempt in
            var peer = SyncPeer(
                id: StateKey.id(ofEntry: attempt.target),
                user: nil,
                username: nil,
                target: attempt.target,
                name: nil,
                addedAt: Date(milliseconds: attempt.milliseconds)
            )
            peer.device = attempt.device
            peer.add(nil, attempt)
            return peer
        }
    }

    /// Adds the last sync to a device without an entry for its place, if it has failed.
    func addFailure(to peer: inout SyncPeer) {
        guard peer.target == nil, let device = peer.device,
            let attempt = unlistedAttempts.last(where: { $0.device == device }),
            let contact = contact(of: peer), attempt.milliseconds >= contact.value.last
        else { return }
        peer.add(contact.value, attempt)
        peer.target = attempt.target
    }

    /// Returns the last sync with a peer's device or folder.
    func contact(of peer: SyncPeer) -> Contact? {
        guard let device = peer.device else {
            return peer.target.flatMap(contact(ofFolder:))
        }
        return newest { $0.device == device && $0.value.user == peer.user }
    }

    /// Whether a device of the user or of a peer has been revoked.
    func isRevoked(_ device: KeyID?) -> Bool {
        devices.contains { $0.id == device && $0.isRevoked }
    }

    /// The last failed syncs with places without an entry, oldest first.
    private var unlistedAttempts: [StoredAttempt] {
        let known = Set(entries.compactMap(\.target))
        return attempts.values.filter { $0.failure != nil && !known.contains($0.target) }
            .sorted { ($0.milliseconds, $0.target) < ($1.milliseconds, $1.target) }
    }

    /// Returns the contact of an entry: the folder, the device that has answered at the address, or
    /// the user's device that has most recently synced without an address of its own.
    private func contact(of entry: StoredPeer) -> Contact? {
        guard let target = entry.target else {
            let answering = Set(
                entries.compactMap(\.target).compactMap { attempts[$0]?.device }
            )
            return newest { contact in
                contact.value.user == entry.user
                    && contact.device.map { !answering.contains($0) } == true
            }
        }
        guard let device = attempts[target]?.device else { return contact(ofFolder: target) }
        return newest { contact in
            contact.device == device
                && (entry.user == nil || contact.value.user == entry.user)
        }
    }

    private func contact(ofFolder path: String) -> Contact? {
        let name = StoreSync.id(ofFolder: path)
        return contacts.first { $0.device == nil && $0.name == name }
    }

    private func newest(where condition: (Contact) -> Bool) -> Contact? {
        contacts.filter(condition).max { $0.value.last < $1.value.last }
    }

    /// Returns whether a contact is a device that appears among the peers: one of the user or of a
    /// user with an entry that has not been revoked.
    private func isListed(_ contact: Contact) -> Bool {
        guard let owner = contact.value.user else { return false }
        let device = devices.first { $0.id == contact.device }
        guard owner == user else {
            return device?.isRevoked != true && entries.contains { $0.user == owner }
        }
        return device?.isRevoked == false
    }

    private func peer(
        id: String,
        user: User.ID?,
        target: String?,
        name: String?,
        milliseconds: UInt64,
        _ contact: Contact?,
        _ social: any SocialReader
    ) throws -> SyncPeer {
        let owner = user
        var peer = SyncPeer(
            id: id,
            user: owner,
            username: try owner.flatMap { try social.user($0)?.username },
            target: target,
            name: name,
            addedAt: Date(milliseconds: milliseconds)
        )
        peer.device = contact?.device
        if let device = peer.device, user == self.user { peer.name = deviceNames[device] }
        peer.add(contact?.value, target.flatMap { attempts[$0] })
        return peer
    }
}

extension AccountReader {
    /// Returns the peers of a user, in the order in which they were added, with the results of
    /// their last syncs.
    func peers(
        of user: User.ID,
        device: KeyID,
        _ social: any SocialReader
    ) throws -> [SyncPeer] {
        try PeerList(of: user, device: device, social, self).peers(social)
    }

    /// Returns the peers of a user, with the records that each has not been given, then the devices
    /// without an entry, then the places at which every sync has failed.
    func peerStates(
        of user: User.ID,
        device: KeyID,
        _ social: any SocialReader
    ) throws -> [SyncPeer] {
        let list = try PeerList(of: user, device: device, social, self)
        let wanted = try scopes(social)
        let scopes = StoreScopes(wanted: wanted, held: try social.heldUsers(outside: wanted))
        let peers = try (list.peers(social) + list.others(social))
            .map { peer in
                var peer = peer
                guard let contact = list.contact(of: peer) else { return peer }
                list.addFailure(to: &peer)
                if contact.value.user != nil {
                    guard !list.isRevoked(peer.device) else { return peer }
                    peer.unsent = try unsent(
                        to: contact,
                        of: device,
                        user,
                        scopes,
                        social
                    )
                } else if let target = peer.target {
                    peer.unsent = try unsent(toFolder: target, of: device, social)
                }
                return peer
            }
        return peers + list.failures
    }

    /// Returns this device's last syncs with folders and addresses.
    func attempts(of device: KeyID) throws -> [StoredAttempt] {
        try states(StoredAttempt.self, withPrefix: StateKey.attempts(of: device)).map(\.value)
    }

    /// The maximum number of records that ``StoreSync/status()`` counts for each peer.
    private static var unsentLimit: Int { 100_000 }

    /// Returns the records that both devices want and that the other device is not known to hold:
    /// those that were added here since it last held everything, except those that it has made or
    /// sent.
    private func unsent(
        to contact: PeerList.Contact,
        of device: KeyID,
        _ user: User.ID,
        _ scopes: StoreScopes,
        _ social: any SocialReader
    ) throws -> RecordTally {
        let key = StateKey.memory(of: contact.name, on: device)
        let selection = scopes.selection(
            with: try state(StoredMemory.self, forKey: key)?.memory.peerScopes ?? scopes,
            users: Set([user, contact.value.user].compactMap(\.self)),
            owner: contact.value.user == user ? user : nil
        )
        var tally = RecordTally()
        for epochs in contact.value.ungiven where tally.total < Self.unsentLimit {
            let added = try social.records(
                addedIn: epochs,
                limit: Self.unsentLimit - tally.total
            )
            tally += RecordTally(
                added.filter { record in
                    record.key != contact.device
                        && selection.containsByItself(record)
                }
            )
        }
        return tally
    }

    /// Returns the records that no pack of a folder contained at the last sync, or `nil` if there
    /// was none.
    private func unsent(
        toFolder path: String,
        of device: KeyID,
        _ social: any SocialReader
    ) throws -> RecordTally? {
        let key = StateKey.folder(StoreSync.id(ofFolder: path), of: device)
        guard let folder = try state(StoredFolder.self, forKey: key) else { return nil }
        var missing = Set(try social.recordHeads(inScopes: scopes(social)).map(\.position.id))
        for pack in folder.memory.packs.values { missing.subtract(pack.records) }
        return RecordTally(try social.records(withIDs: missing))
    }

    /// Returns those authors of whom pictures were left out because of the budget of the last sync
    /// with a device or folder that has their posts.
    func authorsBeyondBudget(
        among authors: Set<User.ID>,
        of user: User.ID,
        device: KeyID,
        _ social: any SocialReader
    ) throws -> Set<User.ID> {
        guard !authors.isEmpty else { return [] }
        let list = try PeerList(of: user, device: device, social, self)
        var found: Set<User.ID> = []
        for peer in try list.peers(social) + list.others(social) where peer.isBudgetReached {
            guard let contact = list.contact(of: peer) else { continue }
            if contact.value.user != nil {
                let key = StateKey.memory(of: contact.name, on: device)
                let wanted = try state(StoredMemory.self, forKey: key)?.memory.peerScopes?.wanted
                found.formUnion(wanted.map(authors.intersection) ?? authors)
            } else {
                let key = StateKey.folder(contact.name, of: device)
                let packs = try state(StoredFolder.self, forKey: key)?.memory.packs.values
                let records = packs?.reduce(into: Set()) { $0.formUnion($1.records) } ?? []
                found.formUnion(
                    try authors.subtracting(found)
                        .filter { author in
                            try social.recordHeads(inScopes: [author])
                                .contains { records.contains($0.position.id) }
                        }
                )
            }
        }
        return found
    }
}

extension SyncPeer {
    /// Adds the results of the last sync with the peer's device, and of the last sync at the place.
    fileprivate mutating func add(_ contact: StoredContact?, _ attempt: StoredAttempt?) {
        if let contact {
            lastEqual = contact.lastEqual.map { Date(milliseconds: $0) }
            clockDifference = contact.clockDifference.map { Double($0) / 1000 }
            lastSync = Date(milliseconds: contact.last)
            failure = contact.failure
            isBudgetReached = contact.isBudgetReached
        }
        guard let attempt, attempt.milliseconds >= contact?.last ?? 0 else { return }
        (damagedFiles, repairedFiles) = (attempt.damagedFiles, attempt.repairedFiles)
        // The note about a sync follows the session, in which the clock may have advanced.
        if attempt.failure != nil || contact == nil {
            lastSync = Date(milliseconds: attempt.milliseconds)
            failure = attempt.failure
        }
    }
}

extension AccountReader {
    /// Returns the name that a user has given to a device, or to its former key.
    func name(
        of device: DeviceRecord,
        among devices: [DeviceRecord],
        by user: User.ID
    ) throws -> String? {
        let former = devices.filter { $0.certificate.box == device.certificate.box }
        for key in [device] + former {
            let key = StateKey.deviceName(of: key.id, by: user)
            guard let name = try privateValue(forKey: key) else { continue }
            return String(decoding: name, as: UTF8.self)
        }
        return nil
    }
}
