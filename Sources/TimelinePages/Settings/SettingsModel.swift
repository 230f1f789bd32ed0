import Foundation
public import TimelineCore

/// The values that the page of settings shows.
public struct SettingsModel: Sendable {
    /// The email of the account.
    public var email: String
    /// The active sessions, most recently used first.
    public var sessions: [Session]
    /// The session of this browser.
    public var current: Session.ID?
    /// The counts of the user's data.
    public var summary: AccountSummary
    /// The path of the store's folder; `nil` if it is not shown.
    public var folder: String?
    /// The size of the store on disk, in bytes.
    public var bytes: Int?

    /// Creates the values.
    public init(
        email: String,
        sessions: [Session],
        current: Session.ID?,
        summary: AccountSummary,
        folder: String? = nil,
        bytes: Int? = nil
    ) {
        self.email = email
        self.sessions = sessions
        self.current = current
        self.summary = summary
        self.folder = folder
        self.bytes = bytes
    }
}

/// The counts of a user's data.
public struct AccountSummary: Hashable, Sendable {
    /// The number of posts.
    public var posts: Int
    /// The number of comments that the user wrote; `nil` if unknown.
    public var comments: Int?
    /// The number of likes that the user gave; `nil` if unknown.
    public var likes: Int?

    /// Creates the counts.
    public init(posts: Int, comments: Int? = nil, likes: Int? = nil) {
        self.posts = posts
        self.comments = comments
        self.likes = likes
    }
}
