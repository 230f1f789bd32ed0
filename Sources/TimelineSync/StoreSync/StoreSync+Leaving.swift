package import TimelineCore

extension StoreSync {
    /// Returns the users who have left, if no user with keys remains in the store.
    ///
    /// Sync for each of them, so that other devices learn that they have left.
    ///
    /// Otherwise, only the remaining users sync, with their own folders and peers.
    ///
    /// - Parameter owner: The store.
    /// - Returns: The users, in no particular order, or none if others remain.
    /// - Throws: A `TimelineError`.
    package static func deletedAccounts(_ owner: StoreOwner) async throws -> [User.ID] {
        try await owner.engine.read { _, accounts in
            let left = try accounts.deletedAccounts()
            return try accounts.usersWithKeys().count == left.count ? left : []
        }
    }

    /// Returns whether a user has left and has peers or other devices that a sync would notify.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - owner: The store.
    /// - Returns: Whether a sync is necessary.
    /// - Throws: A `TimelineError`.
    package static func mustTellLeaving(of user: User.ID, _ owner: StoreOwner) async throws -> Bool
    {
        try await owner.engine.read { social, accounts in
            guard try accounts.deletedAccounts().contains(user) else { return false }
            return try accounts.peers(of: user).contains { !$0.isRemoved }
                || social.devices(of: user).count > 1
        }
    }
}
