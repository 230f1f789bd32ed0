import Foundation
import TimelineCore
import TimelineRecords
import TimelineSync

/// The peers of a user, with the syncs of this device.
struct PeerList {
    private let device: KeyID
    /// The last syncs with devices and folders, each with the ID of the device or folder.
    private let contacts: [(name: String, value: StoredContact)]
    /// The last syncs with folders and addresses.
    private let attempts: [String: StoredAttempt]
    private let entries: [(name: String, value: StoredPeer)]

    init(of user: RecordUserID, device: KeyID, _ accounts: any AccountReader) throws {
        self.device = device
        contacts = try accounts.states(
            StoredContact.self,
            withPrefix: StateKey.contacts(of: device)
        )
        attempts = Dictionary(
            try accounts.attempts(of: device).map { ($0.place, $0) }
        ) { $1 }
        entries = try accounts.states(StoredPeer.self, withPrefix: StateKey.peers(of: user))
            .filter { !$0.value.isRemoved }
            .sorted { ($0.value.milliseconds, $0.name) < ($1.value.milliseconds, $1.name) }
    }

    /// Returns the entries with the results of the last syncs, in the order in which they were
    /// added.
    ///
    /// `describe` completes an entry, given the names and values of its contacts.
    func peers(
        _ social: any SocialReader,
        _ describe: (inout SyncPeer, [(name: String, value: StoredContact)]) throws -> Void =
            { _, _ in }
    ) throws -> [SyncPeer] {
        try entries.map { id, entry in
            let peer = entry.user.map { User.ID($0) }
            var answer = SyncPeer(
                id: id,
                user: peer,
                username: try peer.flatMap { try social.user($0)?.username },
                place: entry.place,
                name: entry.name,
                addedAt: Date(milliseconds: entry.milliseconds)
            )
            let own = contacts(of: entry)
            answer.add(own.map(\.value), entry.place.flatMap { attempts[$0] })
            try describe(&answer, own)
            return answer
        }
    }

    /// The places without an entry, at which every sync has failed so far.
    var failures: [SyncPeer] {
        let known = Set(entries.compactMap(\.value.place))
        return attempts.values.filter { $0.failure != nil && !known.contains($0.place) }
            .sorted { $0.milliseconds < $1.milliseconds }
            .map { attempt in
                let date = Date(milliseconds: attempt.milliseconds)
                var peer = SyncPeer(
                    id: StateKey.id(ofEntry: attempt.place),
                    user: nil,
                    username: nil,
                    place: attempt.place,
                    name: nil,
                    addedAt: date
                )
                peer.add([], attempt)
                return peer
            }
    }

    /// Returns the contacts that belong to an entry: the folder, the device that has answered at the
    /// address, or all devices of the user that have not answered at another address.
    private func contacts(of entry: StoredPeer) -> [(name: String, value: StoredContact)] {
        let folder = entry.place.map { StoreSync.id(ofFolder: $0) }
        let answering = entry.place.flatMap { attempts[$0]?.device }
        let others = Set(attempts.values.filter { $0.place != entry.place }.compactMap(\.device))
        return contacts.filter { name, contact in
            guard let user = contact.user, let device = StateKey.device(ofContact: name) else {
                return name == folder
            }
            if let peer = entry.user, peer != user { return false }
            if let answering { return device == answering }
            return user == entry.user && !others.contains(device)
        }
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
        try PeerList(of: user.recordID, device: device, self).peers(social)
    }

    /// Returns the peers of a user, with the records that each has not been given, then the places
    /// at which every sync has failed.
    func peerStates(
        of user: User.ID,
        device: KeyID,
        _ social: any SocialReader
    ) throws -> [SyncPeer] {
        let list = try PeerList(of: user.recordID, device: device, self)
        let peers = try list.peers(social) { peer, contacts in
            if let place = peer.place, peer.user == nil {
                peer.unsent = try unsent(toFolder: place, of: device, social)
            } else if let contact = contacts.max(by: { $0.value.last < $1.value.last }) {
                peer.unsent = try unsent(to: contact.name, contact.value, of: device, social)
            }
        }
        return peers + list.failures
    }

    /// Returns this device's last syncs with folders and addresses.
    func attempts(of device: KeyID) throws -> [StoredAttempt] {
        try states(StoredAttempt.self, withPrefix: StateKey.attempts(of: device)).map(\.value)
    }

    /// The maximum number of records that ``StoreSync/status()`` counts for each peer.
    private static var unsentLimit: Int { 100_000 }

    /// Returns the records that both devices want and that were added here since both were last
    /// equal, except those that the other device has made.
    private func unsent(
        to peer: String,
        _ contact: StoredContact,
        of device: KeyID,
        _ social: any SocialReader
    ) throws -> RecordTally {
        let wanted = try scopes(social)
        let scopes = StoreScopes(wanted: wanted, held: try social.heldUsers(outside: wanted))
        let key = StateKey.memory(of: peer, on: device)
        let selection = scopes.selection(
            with: try state(StoredMemory.self, forKey: key)?.memory.peerScopes ?? scopes,
            users: try keyedUsers().union([contact.user].compactMap(\.self))
        )
        let added = try social.records(
            addedAfter: Int(clamping: contact.equalEpoch ?? 0),
            limit: Self.unsentLimit
        )
        return RecordTally(
            added.filter { record in
                record.body.key != StateKey.device(ofContact: peer)
                    && selection.containsByItself(record.body)
            }
        )
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
}

extension SyncPeer {
    /// Adds the results of the last syncs with the peer's devices, and of the last sync at the place.
    fileprivate mutating func add(_ contacts: [StoredContact], _ attempt: StoredAttempt?) {
        lastEqual = contacts.compactMap(\.lastEqual).max().map { Date(milliseconds: $0) }
        let last = contacts.max { $0.last < $1.last }
        clockDifference = last?.clockDifference.map { Double($0) / 1000 }
        if let last {
            lastSync = Date(milliseconds: last.last)
            failure = last.failure
        }
        guard let attempt else { return }
        // The note about a sync follows the session, in which the clock may have advanced.
        if attempt.failure != nil || last == nil, attempt.milliseconds >= last?.last ?? 0 {
            lastSync = Date(milliseconds: attempt.milliseconds)
            failure = attempt.failure
        }
        if attempt.milliseconds >= last?.last ?? 0 { damagedFiles = attempt.damagedFiles }
    }
}
