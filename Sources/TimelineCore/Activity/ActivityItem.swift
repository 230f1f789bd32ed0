public import Foundation

/// A like, comment, mention or new follower, as seen by the user that it concerns.
///
/// ```swift
/// let page = try await session.activity()
/// for item in page.items where item.isNew {
///     show(item.kind, item.user.username, item.createdAt)
/// }
/// ```
public struct ActivityItem: Hashable, Sendable {
    /// The kind of activity.
    public let kind: ActivityKind
    /// The user that acted, by liking, commenting, mentioning or following.
    ///
    /// This user is never the viewer.
    public let user: User
    /// The post, or `nil` for a follow.
    public let post: PostView?
    /// The comment if the item is a comment or a mention in a comment, or `nil` otherwise.
    public let comment: CommentView?
    /// Whether the item arrived after the viewer's last visit.
    public let isNew: Bool
    /// The date of the activity, to the millisecond.
    public let createdAt: Date

    /// Creates an activity item.
    public init(
        kind: ActivityKind,
        user: User,
        post: PostView?,
        comment: CommentView?,
        isNew: Bool,
        createdAt: Date
    ) {
        self.kind = kind
        self.user = user
        self.post = post
        self.comment = comment
        self.isNew = isNew
        self.createdAt = createdAt
    }
}

extension ActivityItem: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, user, post, comment, isNew, createdAt
    }

    /// Encodes all properties, using `null` for a missing ``post`` or ``comment``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(user, forKey: .user)
        try container.encode(post, forKey: .post)
        try container.encode(comment, forKey: .comment)
        try container.encode(isNew, forKey: .isNew)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
