extension TimelineEngine {
    /// Follows a user; doing so again changes nothing.
    ///
    /// - Returns: the user's profile after the commit.
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/selfFollow``.
    @discardableResult
    public func follow(_ user: User.ID, by follower: User.ID) async throws -> ProfileView {
        try await setFollow(true, of: user, by: follower)
    }

    /// Follows a user no longer; without a follow, nothing changes.
    ///
    /// - Returns: the user's profile after the commit.
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    @discardableResult
    public func unfollow(_ user: User.ID, by follower: User.ID) async throws -> ProfileView {
        try await setFollow(false, of: user, by: follower)
    }

    private func setFollow(
        _ isFollowed: Bool,
        of user: User.ID,
        by follower: User.ID
    ) async throws -> ProfileView {
        try await change(by: follower) { reader in
            let profile = try reader.requireProfile(of: user, for: follower)
            guard profile.followedByViewer != isFollowed else { return nil }
            return isFollowed ? .followed(user) : .unfollowed(user)
        }
        return try await profile(of: user, for: follower)
    }
}
