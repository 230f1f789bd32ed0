extension UserSession {
    /// Follows a user; doing so again changes nothing.
    ///
    /// - Returns: the user's profile after the commit.
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/selfFollow``.
    @discardableResult
    public func follow(_ user: User.ID) async throws -> ProfileView {
        try await setFollow(true, of: user)
    }

    /// Follows a user no longer; without a follow, nothing changes.
    ///
    /// - Returns: the user's profile after the commit.
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    @discardableResult
    public func unfollow(_ user: User.ID) async throws -> ProfileView {
        try await setFollow(false, of: user)
    }

    private func setFollow(_ isFollowed: Bool, of user: User.ID) async throws -> ProfileView {
        try await change { reader, follower in
            let profile = try reader.requireProfile(of: user, for: follower)
            guard profile.followedByViewer != isFollowed else { return nil }
            return isFollowed ? .followed(user) : .unfollowed(user)
        }
        return try await readBack { try $0.requireProfile(of: user, for: userID) }
    }
}
