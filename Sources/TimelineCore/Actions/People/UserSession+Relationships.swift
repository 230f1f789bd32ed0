/// What a user and another one have to do with each other, as the first one sees it.
package struct Relationship: Hashable, Sendable {
    /// The other user.
    package let user: User.ID
    /// Whether the first user follows the other.
    package let isFollowing: Bool
    /// Whether the other user follows the first.
    package let isFollowedBy: Bool
    /// Whether the first user has muted the other.
    package let isMuting: Bool
    /// Whether the first user has blocked the other.
    package let isBlocking: Bool
    /// Whether the other user has blocked the first.
    package let isBlockedBy: Bool
}

extension UserSession {
    /// Returns the relationships of the session's user with other users in the given order, read in
    /// one snapshot.
    ///
    /// Users that do not exist are left out. A block hides follows, but not itself.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func relationships(with users: [User.ID]) async throws -> [Relationship] {
        try await read { reader, accounts, viewer in
            let muted = Set(try accounts.restrictedUsers(.mute, by: viewer))
            return try users.compactMap { try reader.profile(of: $0, for: viewer) }
                .map { profile in
                    Relationship(
                        user: profile.user.id,
                        isFollowing: profile.followedByViewer,
                        isFollowedBy: profile.followsViewer,
                        isMuting: muted.contains(profile.user.id),
                        isBlocking: profile.blockedByViewer,
                        isBlockedBy: profile.blocksViewer
                    )
                }
        }
    }
}
