import Foundation
public import TimelineCore

/// The values that the settings page shows.
public struct SettingsModel: Sendable {
    /// The email of the account.
    public var email: String
    /// The active sessions, most recently used first.
    public var sessions: [Session]
    /// The ID of this browser's session.
    public var current: Session.ID?
    /// The numbers of the user's posts, comments and likes.
    public var summary: AccountSummary
    /// The state of sync, or `nil` if it is not shown.
    public var sync: SyncModel?
    /// The users that the viewer has muted.
    public var muted: [User]
    /// The users that the viewer has blocked.
    public var blocked: [User]
    /// The path of the store's folder, or `nil` if it is not shown.
    public var folder: String?
    /// The size of the store on disk in bytes, or `nil` if it is not shown.
    public var bytes: Int?
    /// The state of the user's import, or `nil` if the pages do not import and export archives.
    public var transfer: TransferState?

    /// Creates the model of the settings page.
    public init(
        email: String,
        sessions: [Session],
        current: Session.ID?,
        summary: AccountSummary,
        sync: SyncModel? = nil,
        muted: [User] = [],
        blocked: [User] = [],
        folder: String? = nil,
        bytes: Int? = nil
    ) {
        self.email = email
        self.sessions = sessions
        self.current = current
        self.summary = summary
        self.sync = sync
        self.muted = muted
        self.blocked = blocked
        self.folder = folder
        self.bytes = bytes
    }
}

/// The numbers of a user's posts, comments and likes.
public struct AccountSummary: Hashable, Sendable {
    /// The number of posts.
    public var posts: Int
    /// The number of comments that the user wrote, or `nil` if it is unknown.
    public var comments: Int?
    /// The number of posts that the user likes, or `nil` if it is unknown.
    public var likes: Int?

    /// Creates a summary.
    public init(posts: Int, comments: Int? = nil, likes: Int? = nil) {
        self.posts = posts
        self.comments = comments
        self.likes = likes
    }
}
