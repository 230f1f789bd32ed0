import Foundation
public import TimelineCore
import TimelineRecords
import TimelineSync

extension StoreSync {
    /// Returns the peers of the user, in the order in which they were added.
    ///
    /// - Throws: A `TimelineError`.
    public func peers() async throws -> [SyncPeer] {
        try await read { social, accounts in
            try accounts.peers(of: user, device: requireKeys(accounts).device.id, social)
        }
    }

    /// Adds a peer, or renames the entry with the same user and place.
    ///
    /// - Parameters:
    ///   - peer: The user whose devices may sync with this one, if known.
    ///   - place: The path of a folder or the address of a device.
    ///   - name: The name shown in the peer list.
    /// - Returns: The ID of the entry.
    /// - Throws: A `TimelineError`.
    @discardableResult
    public func addPeer(
        _ peer: User.ID?,
        at place: String? = nil,
        name: String? = nil
    ) async throws -> SyncPeer.ID {
        let entry = StoredPeer(
            user: peer?.recordID,
            place: place,
            name: name,
            milliseconds: now
        )
        try await write { _, accounts in
            try accounts.setState(entry, forKey: StateKey.peer(entry.id, of: record))
        }
        return entry.id
    }

    /// Removes a peer.
    ///
    /// If it was the last entry of its user, the user's devices may no longer sync with this one.
    ///
    /// - Parameter id: The ID of the entry.
    /// - Returns: Whether the entry existed.
    /// - Throws: A `TimelineError`.
    @discardableResult
    public func removePeer(_ id: SyncPeer.ID) async throws -> Bool {
        try await write { _, accounts in
            let key = StateKey.peer(id, of: record)
            guard var entry = try accounts.state(StoredPeer.self, forKey: key), !entry.isRemoved
            else { return false }
            entry.isRemoved = true
            entry.invitation = nil
            entry.milliseconds = now
            try accounts.setState(entry, forKey: key)
            return true
        }
    }

    /// Returns the IDs of the users whom the user has blocked, in ascending order.
    ///
    /// - Throws: A `TimelineError`.
    public func blockedUsers() async throws -> [User.ID] {
        try await read { _, accounts in
            try accounts.blockedUsers(by: record).map { User.ID($0) }.sorted()
        }
    }

    /// Blocks a user: none of their records is accepted, and their devices cannot sync with this
    /// one.
    ///
    /// Records that have already arrived stay. Only the user's other devices learn of the block.
    ///
    /// - Throws: A `TimelineError`.
    public func block(_ blocked: User.ID) async throws {
        try await setBlock(true, of: blocked.recordID)
    }

    /// Unblocks a user.
    ///
    /// The next sync fetches the records that were rejected because of it.
    ///
    /// - Throws: A `TimelineError`.
    public func unblock(_ blocked: User.ID) async throws {
        try await setBlock(false, of: blocked.recordID)
    }

    private func setBlock(_ isBlocked: Bool, of blocked: RecordUserID) async throws {
        let environment = engine.environment
        try await write { _, accounts in
            let key = StateKey.block(of: blocked, by: record)
            let former = try accounts.state(StoredBlock.self, forKey: key)
            guard (former?.isBlocked ?? false) != isBlocked else { return }
            let time = max(now, (former?.milliseconds ?? 0) + 1)
            let block = StoredBlock(isBlocked: isBlocked, milliseconds: time)
            try accounts.setState(block, forKey: key)
            if !isBlocked { try accounts.acceptAgain(blocked) }
            try accounts.renewStateToken(environment)
        }
    }
}

extension StoredPeer {
    /// The ID of the entry, which is the same on all devices: 16 hexadecimal digits.
    var id: String {
        StateKey.id(ofEntry: (user?.description ?? "") + " " + (place ?? ""))
    }
}

extension Date {
    /// Creates a date from milliseconds since 1970.
    init(milliseconds: UInt64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
