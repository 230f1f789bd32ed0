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
