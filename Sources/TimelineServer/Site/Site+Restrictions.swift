import TimelineCore
import TimelinePages

extension Site {
    /// Returns whether the session's user has muted or blocked another user.
    func restrictions(
        of user: User.ID,
        for session: UserSession
    ) async throws -> UserRestrictions {
        guard user != session.userID else { return UserRestrictions() }
        return UserRestrictions(
            isMuted: try await session.mutedUsers().contains { $0.id == user },
            isBlocked: try await session.profile(of: user).blockedByViewer
        )
    }
}
