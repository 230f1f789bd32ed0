public import Foundation
public import TimelineCore

extension StoreSync {
    /// Returns the peers of the user, in the order in which they were added.
    ///
    /// - Throws: A `TimelineError`.
    public func peers() async throws -> [SyncPeer] {
        try await engine.read { social, accounts in
            try accounts.peers(of: user, device: requireKeys(accounts).device.id, social)
        }
    }

    /// Adds a peer, or renames the entry with the same user and place.
    ///
    /// - Parameters:
    ///   - peer: The user whose devices may sync with this one, if known.
    ///   - target: The path of a folder or the address of a device.
    ///   - name: The name shown in the peer list, or `nil` to keep that of the entry.
    /// - Returns: The ID of the entry.
    /// - Throws: A `TimelineError`.
    @discardableResult
    public func addPeer(
        _ peer: User.ID?,
        at target: String? = nil,
        name: String? = nil
    ) async throws -> SyncPeer.ID {
        let entry = StoredPeer(
            user: peer,
            target: target,
            name: name,
            milliseconds: now
        )
        try await write { _, accounts in
            var entry = entry
            // The link of a followed user names a device whose records may not have arrived.
            if let former = try accounts.peer(entry.id, of: user), !former.isRemoved {
                (entry.invitation, entry.box) = (former.invitation, former.box)
                entry.name = name ?? former.name
            }
            try accounts.setPeer(entry, of: user)
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
            guard var entry = try accounts.peer(id, of: user), !entry.isRemoved else {
                return false
            }
            entry.isRemoved = true
            entry.invitation = nil
            entry.milliseconds = now
            try accounts.setPeer(entry, of: user)
            return true
        }
    }
}

extension StoredPeer {
    /// The ID of the entry, which is the same on all devices: 16 hexadecimal digits.
    var id: String {
        StateKey.id(ofEntry: (user?.description ?? "") + " " + (target ?? ""))
    }
}

extension Date {
    /// Creates a date from milliseconds since 1970.
    init(milliseconds: UInt64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

/// A user, folder or address that a user of this store syncs with.
public struct SyncPeer: Hashable, Sendable, Identifiable {
    /// The ID of the entry or, without one, a hash of the device or place: 16 hexadecimal digits.
    public let id: String
    /// The device that has synced as this peer, or `nil` for a folder or if none has.
    public internal(set) var device: KeyID?
    /// The user whose devices may sync with this one, or `nil` for a folder.
    public let user: User.ID?
    /// The user's displayed username, if the user's profile has arrived.
    public let username: String?
    /// The path of a folder or the address of a device, if any.
    public internal(set) var target: String?
    /// The name shown in the peer list or, for a device of this store's user, the device's name.
    public internal(set) var name: String?
    /// The date at which the entry was added.
    public let addedAt: Date
    /// The date of the last sync, even if it failed.
    public internal(set) var lastSync: Date?
    /// The date at which both sides were last equal.
    public internal(set) var lastEqual: Date?
    /// The peer's clock minus that of this device in the last sync, in seconds, if they differed by
    /// more than two minutes.
    public internal(set) var clockDifference: TimeInterval?
    /// The code of the error that ended the last sync.
    public internal(set) var failure: String?
    /// The paths of the files that were damaged in the last sync with the folder, and that this
    /// device could not replace.
    public internal(set) var damagedFiles: [String] = []
    /// The paths of the files that were damaged in the last sync with the folder, and that this
    /// device has replaced.
    public internal(set) var repairedFiles: [String] = []
    /// Whether the last sync left out full-size pictures because of its budget.
    public internal(set) var isBudgetReached = false
    /// The records that the device or folder has not been given, or `nil` if this store has never
    /// synced with it, or if the device has been revoked.
    ///
    /// Only ``StoreSync/status()`` counts them, at most 100,000.
    public internal(set) var unsent: RecordTally?

    /// Whether both sides were equal at the end of the last sync, all wanted pictures that the peer
    /// had arrived, and nothing has been added here since.
    public var isEqual: Bool {
        lastEqual != nil && lastEqual == lastSync && failure == nil && unsent?.total == 0
    }
}
