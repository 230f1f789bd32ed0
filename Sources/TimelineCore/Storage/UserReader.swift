/// Queries for users and profiles.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol UserReader {
    /// Returns the user with the given ID, or `nil` if the user does not exist.
    func user(_ id: User.ID) throws -> User?

    /// Returns whether a user exists.
    func exists(_ user: User.ID) throws -> Bool

    /// Returns the user with the given displayed username, ignoring case.
    func user(withUsername username: String) throws -> User?

    /// Returns a user's profile as `viewer` sees it.
    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView?

    /// Returns the amount of a user's own data, or `nil` if the user does not exist.
    ///
    /// The query may read an index entry for each item that it counts.
    func summary(of user: User.ID) throws -> UserSummary?

    /// Returns the users that a viewer has blocked, and those that have blocked the viewer.
    ///
    /// Queries of this protocol do not omit them. Principals read through the engine, which does.
    func hiddenUsers(from viewer: User.ID) throws -> HiddenUsers

    /// Returns one page of users.
    func users(_ query: UserQuery) throws -> [User]
}

extension UserReader {
    /// Returns whether a user exists.
    ///
    /// This default implementation reads the user.
    public func exists(_ user: User.ID) throws -> Bool { try self.user(user) != nil }

    /// Returns the first users that like a post, ordered by displayed username.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func likers(of post: Post.ID, limit: Int) throws -> [User] {
        try users(UserQuery(.likers(of: post), limit: limit))
    }
}
