#if Server
public import TimelineCore
import TimelinePages

/// The functions with which the pages block users.
///
/// Sync is implemented in a separate target, which the server does not depend on.
public struct UserBlocking: Sendable {
    /// Returns the IDs of the users that a user has blocked.
    public let blockedUsers: @Sendable (_ user: User.ID) async throws -> [User.ID]
    /// Blocks or unblocks a user on behalf of another user.
    public let setBlocked:
        @Sendable (_ isBlocked: Bool, _ blocked: User.ID, _ user: User.ID) async throws -> Void

    /// Creates a value from its functions.
    ///
    /// The functions may throw `TimelineError`, which the pages report.
    public init(
        blockedUsers: @escaping @Sendable (_ user: User.ID) async throws -> [User.ID],
        setBlocked:
            @escaping @Sendable (_ isBlocked: Bool, _ blocked: User.ID, _ user: User.ID)
            async throws -> Void
    ) {
        self.blockedUsers = blockedUsers
        self.setBlocked = setBlocked
    }
}

extension Site {
    /// Returns whether the session's user has muted or blocked another user.
    func restrictions(
        of user: User.ID,
        for session: UserSession
    ) async throws -> UserRestrictions {
        guard user != session.userID else { return UserRestrictions() }
        return UserRestrictions(
            isMuted: try await session.mutedUsers().contains { $0.id == user },
            isBlocked: try await blocking?.blockedUsers(session.userID).contains(user)
        )
    }

    /// Returns the users blocked by the session's user, if they have a profile.
    func blockedUsers(for session: UserSession) async throws -> [User] {
        var users: [User] = []
        for user in try await blocking?.blockedUsers(session.userID) ?? [] {
            do {
                users.append(try await session.profile(of: user).user)
            } catch TimelineError.userNotFound {
                // The profile has not arrived, or was removed.
            }
        }
        return users.sorted { $0.username < $1.username }
    }
}
#endif
