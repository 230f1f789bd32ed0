public import Foundation
public import TimelineCore

/// A like, a comment, a mention or a new follower, or several of one kind.
public struct ActivityEntry: Hashable, Sendable {
    /// The kind of activity.
    public enum Kind: Hashable, Sendable {
        /// Likes of the viewer's post.
        case likes
        /// A comment on the viewer's post.
        case comment(Comment.ID, text: String)
        /// A mention of the viewer in a comment, or in a caption if the ID is `nil`.
        case mention(Comment.ID?, text: String)
        /// New followers.
        case follows
    }

    /// The kind.
    public let kind: Kind
    /// The newest of the people, first; at least one.
    public let users: [User]
    /// The number of people.
    public let count: Int
    /// The post; `nil` for followers.
    public let post: PostView?
    /// The time of the newest of the group.
    public let date: Date
    /// Whether the viewer has not seen it.
    public let isUnread: Bool

    /// Creates an entry.
    public init(
        _ kind: Kind,
        by users: [User],
        count: Int,
        post: PostView?,
        date: Date,
        isUnread: Bool
    ) {
        self.kind = kind
        self.users = users
        self.count = count
        self.post = post
        self.date = date
        self.isUnread = isUnread
    }
}
