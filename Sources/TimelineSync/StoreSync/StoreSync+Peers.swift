import Foundation
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
            if let former = try accounts.peer(entry.id, of: record), !former.isRemoved {
                (entry.invitation, entry.box) = (former.invitation, former.box)
                entry.name = name ?? former.name
            }
            try accounts.setPeer(entry, of: record)
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
            guard var entry = try accounts.peer(id, of: record), !entry.isRemoved else {
                return false
            }
            entry.isRemoved = true
            entry.invitation = nil
            entry.milliseconds = now
            try accounts.setPeer(entry, of: record)
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
