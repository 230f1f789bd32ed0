public import Foundation

/// A like, a comment, a mention or a new follower, as the user that it concerns sees it.
public struct ActivityItem: Hashable, Sendable {
    /// The kind of activity.
    public let kind: ActivityKind
    /// The user that did it; never the viewer.
    public let user: User
    /// The post; `nil` for a follow.
    public let post: PostView?
    /// The comment, if the item is one, or is a mention in one.
    public let comment: CommentView?
    /// Whether the item arrived after the viewer's last visit.
    public let isNew: Bool
    /// The date when the user did it, to the millisecond.
    public let createdAt: Date

    /// Creates an item.
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

    /// Encodes the properties; without a post or a comment, ``post`` and ``comment`` are `null`.
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
