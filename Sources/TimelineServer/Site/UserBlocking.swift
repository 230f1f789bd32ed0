#if Server
public import TimelineCore
import TimelinePages

/// The part of sync that blocks users, as far as the pages offer it.
///
/// Sync belongs to a target of its own, which a server does not need.
public struct UserBlocking: Sendable {
    /// Returns the users that a user has blocked.
    public let blockedUsers: @Sendable (_ user: User.ID) async throws -> [User.ID]
    /// Blocks a user for another user, or ends the block.
    public let setBlocked:
        @Sendable (_ isBlocked: Bool, _ blocked: User.ID, _ user: User.ID) async throws -> Void

    /// Creates a value.
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
    /// Returns the restrictions that the user of a session has set for another user.
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

    /// Returns the users with a profile that the user of a session has blocked.
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
