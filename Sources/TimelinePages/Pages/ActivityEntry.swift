package import Foundation
package import TimelineCore

/// An entry on the activity page: one or more likes, comments, mentions or new followers.
package struct ActivityEntry: Hashable, Sendable {
    /// A kind of activity.
    package enum Kind: Hashable, Sendable {
        /// Likes of the viewer's post.
        case likes
        /// A comment on the viewer's post.
        case comment(Comment.ID, text: String)
        /// A mention of the viewer in a comment, or in a caption if the ID is `nil`.
        case mention(Comment.ID?, text: String)
        /// New followers.
        case follows
    }

    /// The kind of activity.
    package let kind: Kind
    /// Some of the users involved, newest first.
    ///
    /// It contains at least one user.
    package let users: [User]
    /// The number of all users involved.
    package let count: Int
    /// The post that the activity concerns, or `nil` for new followers.
    package let post: PostView?
    /// The date of the newest activity in the entry.
    package let date: Date
    /// Whether the viewer has not seen the entry yet.
    package let isUnread: Bool

    /// Creates an entry.
    package init(
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
