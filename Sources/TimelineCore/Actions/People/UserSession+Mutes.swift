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
