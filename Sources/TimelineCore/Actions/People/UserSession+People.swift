import Foundation

extension UserSession {
    /// Follows a user, or does nothing if the session's user already follows them.
    ///
    /// - Returns: The profile of `user`, read after the commit.
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/selfFollow`` or
    ///   ``TimelineError/notLoggedIn``.
    @discardableResult
    public func follow(_ user: User.ID) async throws -> ProfileView {
        try await setFollow(true, of: user)
    }

    /// Stops following a user, or does nothing if the session's user does not follow them.
    ///
    /// - Returns: The profile of `user`, read after the commit.
    /// - Throws: ``TimelineError/userNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func unfollow(_ user: User.ID) async throws -> ProfileView {
        try await setFollow(false, of: user)
    }

    private func setFollow(_ isFollowed: Bool, of user: User.ID) async throws -> ProfileView {
        try await say { reader, follower in
            let profile = try reader.requireProfile(of: user, for: follower)
            guard profile.followedByViewer != isFollowed else { return nil }
            return isFollowed ? .followed(user) : .unfollowed(user)
        }
        return try await readBack { try $0.requireProfile(of: user, for: userID) }
    }
}

extension UserSession {
    /// Follows a user, even if the store does not contain the user's profile yet.
    ///
    /// Does nothing if the session's user already follows them. The next sync fetches their posts.
    ///
    /// - Parameter user: A user with keys.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if the ID is not that of a user with keys,
    ///   ``TimelineError/selfFollow`` or ``TimelineError/notLoggedIn``.
    package func followUnseen(_ user: User.ID) async throws {
        guard user.isDerivedFromKey else {
            throw TimelineError.userNotFound(user.description)
        }
        try await say { reader, follower in
            let followed = try reader.usersFollowed(by: follower)
            return followed.contains(user) ? nil : .followed(user)
        }
    }
}

extension UserSession {
    /// Mutes a user, who then no longer appears in the home timeline, the new posts and the
    /// activity of the session's user.
    ///
    /// Follows stay, and the user's posts still appear in other feeds, on the profile and in
    /// searches. Nobody else is informed. Does nothing if the user is the session's user.
    ///
    /// - Returns: The muted user.
    /// - Throws: ``TimelineError/userNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func mute(_ user: User.ID) async throws -> User { try await setMuted(true, user) }

    /// Unmutes a user.
    ///
    /// - Returns: The user.
    /// - Throws: ``TimelineError/userNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func unmute(_ user: User.ID) async throws -> User { try await setMuted(false, user) }

    /// Returns the users that the session's user has muted, ordered by displayed username.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func mutedUsers() async throws -> [User] {
        try await read { social, accounts, user in
            try accounts.restrictedUsers(.mute, by: user).compactMap(social.user)
                .sorted { $0.username < $1.username }
        }
    }

    private func setMuted(_ isMuted: Bool, _ muted: User.ID) async throws -> User {
        let mutedUser = try await read { reader, _, _ in try reader.requireUser(muted) }
        let time = engine.environment.now().millisecondsSince1970
        try await writeAccounts { accounts, user in
            let former = try accounts.restrictions(.mute, by: user).first { $0.user == muted }
            guard (former?.isSet ?? false) != isMuted else { return }
            let change = Restriction(
                .mute,
                of: muted,
                isSet: isMuted,
                milliseconds: time.later(than: former?.milliseconds)
            )
            try accounts.setRestriction(change, by: user)
        }
        return mutedUser
    }
}

extension UserSession {
    /// Blocks a user, whether or not the store knows them.
    ///
    /// The follows between the two end. Neither of them sees the other any more, nor can like the
    /// other's posts, comment on them, follow or mention the other. Sync accepts nothing new by the
    /// blocked user. A follow that cannot be ended, because another store has signed it or this
    /// device's key has been revoked, stays in its record, but it is neither shown nor counted. Does
    /// nothing if the user is the session's user.
    ///
    /// A block is possible whatever the clock says.
    ///
    /// - Parameter user: The user to block.
    /// - Returns: The blocked user, as ``blockedUsers()`` lists them.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    @discardableResult
    public func block(_ user: User.ID) async throws -> User { try await setBlocked(true, user) }

    /// Unblocks a user.
    ///
    /// The follows stay ended. The next sync fetches the rejected records.
    ///
    /// - Returns: The user.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    @discardableResult
    public func unblock(_ user: User.ID) async throws -> User { try await setBlocked(false, user) }

    /// Returns the users that the session's user has blocked, ordered by displayed username.
    ///
    /// A user whose profile is not in the store has the username that they had when they were
    /// blocked, or the end of their ID if it is unknown.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func blockedUsers() async throws -> [User] {
        try await read { social, accounts, user in
            try accounts.restrictions(.block, by: user).filter(\.isSet)
                .map { try social.user(of: $0) }
                .sorted { ($0.username, $0.id) < ($1.username, $1.id) }
        }
    }

    /// Returns the blocked user with the given username, as ``blockedUsers()`` shows it, or with
    /// the given ID.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    public func blockedUser(named name: String) async throws -> User {
        let username = Username.normalized(name)
        let user = try await blockedUsers()
            .first { $0.username == username || $0.id.description == name }
        guard let user else { throw TimelineError.userNotFound(name) }
        return user
    }

    private func setBlocked(_ isBlocked: Bool, _ user: User.ID) async throws -> User {
        try await engine.writes.run {
            var answer = Restriction(.block, of: user, milliseconds: 0).unknownUser
            try engine.repository.apply { social, accounts in
                let owner = try requireUser(social, accounts)
                let former = try accounts.restrictions(.block, by: owner).first { $0.user == user }
                let time = engine.environment.now().millisecondsSince1970
                let block = Restriction(
                    .block,
                    of: user,
                    isSet: isBlocked,
                    milliseconds: time.later(than: former?.milliseconds),
                    name: try social.user(user)?.username ?? former?.name
                )
                answer = try social.user(of: block)
                guard user != owner, (former?.isSet ?? false) != isBlocked else {
                    return .empty
                }
                try accounts.setRestriction(block, by: owner)
                return isBlocked ? try engine.endFollows(owner, user, social, accounts) : .empty
            }
            return answer
        }
    }
}

extension SocialReader {
    /// Returns the user of a block, even if the store does not contain their profile.
    fileprivate func user(of block: Restriction) throws -> User {
        if let user = try user(block.user) { return user }
        let unknown = block.unknownUser
        guard let holder = try user(withUsername: unknown.username), holder.id != unknown.id,
            let claim = try? Username(unknown.username)  // A suffixed name belongs to nobody else.
        else { return unknown }
        return User(id: unknown.id, username: claim.suffixed(for: unknown.id))
    }
}

extension TimelineEngine {
    /// Mints the records that end the follows between a user and the user that they block.
    ///
    /// The second record is signed with the blocked user's key, so it exists only if that user
    /// belongs to this store.
    fileprivate func endFollows(
        _ user: User.ID,
        _ blocked: User.ID,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> ValidatedBatch {
        let batch = try endFollow(of: blocked, by: user, social, accounts)
        guard try accounts.signingKey(of: blocked) != nil else { return batch }
        return batch.adding(try endFollow(of: user, by: blocked, social, accounts))
    }

    private func endFollow(
        of followed: User.ID,
        by user: User.ID,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> ValidatedBatch {
        guard try social.follows(user, followed) else { return .empty }
        // If the clock is behind the user's newest change, the end still comes after it.
        let newest = Date(millisecondsSince1970: try social.newestStamp(of: user).milliseconds)
        do {
            return try mint(
                [.unfollowed(followed)],
                by: user,
                above: social,
                accounts,
                environment.notBefore(newest)
            )
        } catch TimelineError.deviceKeyRevoked, TimelineError.identifierInFuture {
            // The follow is hidden, like one that another store has signed.
            return .empty
        }
    }
}

extension SocialReader {
    /// Returns whether one user follows another, even if one of them has no profile here.
    fileprivate func follows(_ user: User.ID, _ followed: User.ID) throws -> Bool {
        try usersFollowed(by: user).contains(followed)
            || profile(of: followed, for: user)?.followedByViewer == true
    }
}
