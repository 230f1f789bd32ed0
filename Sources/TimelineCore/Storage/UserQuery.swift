import Foundation

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
