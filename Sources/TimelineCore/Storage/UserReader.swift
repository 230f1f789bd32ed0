import Foundation

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
    package func likers(of post: Post.ID, limit: Int) throws -> [User] {
        try users(UserQuery(.likers(of: post), limit: limit))
    }
}

/// A query for a page of users, ordered by displayed username.
///
/// If there is a search text, usernames that start with it precede those that contain it elsewhere.
///
/// ```swift
/// let followers = try await guest.users(UserQuery(.followers(of: leia), limit: 20))
/// let next = try await guest.users(
///     UserQuery(.followers(of: leia), after: followers.last?.username, limit: 20)
/// )
/// ```
public struct UserQuery: Hashable, Sendable {
    /// The set of users to list.
    public enum Scope: Hashable, Sendable {
        /// All users of the store.
        case everyone
        /// The followers of a user.
        case followers(of: User.ID)
        /// The users that a user follows.
        case followed(by: User.ID)
        /// The users that like a post.
        case likers(of: Post.ID)
    }

    /// The set of users to list.
    public var scope: Scope
    /// The text that the username or display name must contain, ignoring case, or `nil` for all
    /// users.
    public var text: String?
    /// The displayed username after which the page starts, or `nil` for the first page.
    public var after: String?
    /// The maximum number of users.
    ///
    /// Negative numbers are treated as 0.
    public var limit: Int { didSet { limit = max(0, limit) } }

    /// Creates a query.
    public init(
        _ scope: Scope = .everyone,
        matching text: String? = nil,
        after: String? = nil,
        limit: Int = 50
    ) {
        self.scope = scope
        self.text = text
        self.after = after
        self.limit = max(0, limit)
    }

    /// The search text as normalized by ``searchKey(_:)``, or `nil` for all users.
    public var searchText: String? {
        text.map { Self.searchKey($0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns whether a displayed username starts with the search text, and therefore sorts first.
    public static func isPrefixMatch(_ username: String, for searchText: String?) -> Bool {
        searchText.map { username.utf8.starts(with: $0.utf8) } ?? true
    }

    /// Joins texts and converts them to Normalization Form C and lowercase for comparison.
    ///
    /// Every repository uses this function, so that all repositories return the same users.
    public static func searchKey(_ parts: String?...) -> String {
        parts.compactMap(\.self).joined(separator: "\n").nfc.lowercased()
    }
}
