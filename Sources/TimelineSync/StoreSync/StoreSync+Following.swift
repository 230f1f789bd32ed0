public import TimelineCore

extension StoreSync {
    /// Follows a user, even if their profile has not arrived yet.
    ///
    /// The next sync with a device that has the user's records fetches them.
    ///
    /// - Parameter followed: A user with keys.
    /// - Throws: `TimelineError.userNotFound` if the ID does not belong to a user with keys, or
    ///   another `TimelineError`.
    public func follow(_ followed: User.ID) async throws {
        try await owner.acting(as: user).followUnseen(followed)
    }
}

extension StoreSync {
    /// Stops following a user, and removes their posts, pictures, comments and likes from this
    /// store.
    ///
    /// Nothing is deleted on other devices, and none of them learns of it. A sync does not bring
    /// the posts back unless a user of this store follows the user again. If the user has commented
    /// on other posts here or is followed by others, the comments and the profile stay.
    ///
    /// - Parameter forgotten: The user.
    /// - Throws: `TimelineError.userNotFound`, `TimelineError.userNotSynced` if the user's posts
    ///   did not come from a sync, `TimelineError.userFollowedByOthers`, or another
    ///   `TimelineError`. After a storage error, another call removes the rest.
    public func forget(_ forgotten: User.ID) async throws {
        let (users, isFollowed) = try await engine.read { social, accounts in
            guard let profile = try social.profile(of: forgotten, for: user) else {
                throw TimelineError.userNotFound(forgotten.description)
            }
            let username = profile.user.username
            let users = try accounts.users()
            guard !users.contains(forgotten), try accounts.person(forgotten) == nil,
                try !social.introductions(of: [forgotten]).isEmpty
            else { throw TimelineError.userNotSynced(username) }
            for other in users where other != user {
                let isFollowed = try social.profile(of: forgotten, for: other)?.followedByViewer
                if isFollowed == true { throw TimelineError.userFollowedByOthers(username) }
            }
            return (users, profile.followedByViewer)
        }
        if isFollowed { _ = try await owner.acting(as: user).unfollow(forgotten) }
        try await engine.forget(forgotten, keepingFollowsOf: users)
        try await write { _, accounts in
            let scope = forgotten
            try accounts.setPrivateValue(nil, forKey: StateKey.progress(of: scope))
            try accounts.setPrivateValue(nil, forKey: StateKey.hadFirstSync(with: scope))
            try accounts.deleteRejections(.scope(scope))
            try accounts.rereadFolders()
        }
        try await sweepParts()
    }
}

extension StoreSync {
    /// Makes the next sync with each folder read all of its packs again.
    ///
    /// They may contain intact copies of records that a repair has set aside.
    ///
    /// - Parameter owner: The store.
    /// - Throws: A storage error.
    package static func rereadFolders(in owner: StoreOwner) async throws {
        try await owner.engine.writes.run { [engine = owner.engine] in
            try engine.syncedRepository.writeAccounts { accounts in
                try accounts.rereadFolders()
            }
        }
    }
}

extension AccountWriter {
    /// Makes the next sync with each folder read all of its packs again.
    func rereadFolders() throws {
        for (name, folder) in try states(StoredFolder.self, withPrefix: StateKey.folders) {
            var memory = folder.memory
            memory.scopes = nil
            let unread = StoredFolder(path: folder.path, isOwn: folder.isOwn, memory: memory)
            try setState(unread, forKey: StateKey.folders + name)
        }
    }
}

extension StoreSync {
    /// Returns the users with deleted accounts, if no user with keys remains in the store.
    ///
    /// Sync for each of them, so that other devices learn that they have deleted their account.
    ///
    /// Otherwise, only the remaining users sync, with their own folders and peers.
    ///
    /// - Parameter owner: The store.
    /// - Returns: The users, in no particular order, or none if others remain.
    /// - Throws: A `TimelineError`.
    package static func deletedAccounts(_ owner: StoreOwner) async throws -> [User.ID] {
        try await owner.engine.read { _, accounts in
            let deleted = try accounts.deletedAccounts()
            return try accounts.usersWithKeys().count == deleted.count ? deleted : []
        }
    }

    /// Returns whether a user has deleted their account and has peers or other devices that a sync
    /// would notify.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - owner: The store.
    /// - Returns: Whether a sync is necessary.
    /// - Throws: A `TimelineError`.
    package static func mustTellDeletion(of user: User.ID, _ owner: StoreOwner) async throws -> Bool
    {
        try await owner.engine.read { social, accounts in
            guard try accounts.deletedAccounts().contains(user) else { return false }
            return try accounts.peers(of: user).contains { !$0.isRemoved }
                || social.devices(of: user).count > 1
        }
    }
}
