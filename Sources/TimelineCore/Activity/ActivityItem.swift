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
    /// The position in the order of the user's activity, or `nil` if the item was not read from a
    /// store.
    var position: ActivityEvent.Position?

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

/// The kinds of activity that concern a user.
public enum ActivityKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Another user likes one of the user's posts.
    case like
    /// Another user commented on one of the user's posts.
    case comment
    /// Another user mentioned the user in a caption, or in a comment on a post that is not the
    /// user's own.
    case mention
    /// Another user follows the user.
    case follow

    /// Creates the kind at the given position in ``allCases``, or returns `nil` if the position is
    /// out of range.
    init?(rank: Int) {
        guard Self.allCases.indices.contains(rank) else { return nil }
        self = Self.allCases[rank]
    }

    /// The position in ``allCases``, which determines the sort order.
    var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.endIndex }
}

extension ActivityKind: Comparable {
    /// Returns whether `left` comes before `right` in `allCases`.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// A like, comment, mention or follow that concerns a user.
///
/// Events are sorted by ``arrival`` number. Events with the same number, such as those of a single
/// commit, are sorted by stamp.
public struct ActivityEvent: Hashable, Sendable {
    /// The kind of the event.
    public let kind: ActivityKind
    /// The ID of the user that liked, commented, mentioned or followed.
    public let user: User.ID
    /// The ID of the post, or `nil` for a follow.
    public let post: Post.ID?
    /// The ID of the comment if the event is a comment or a mention in a comment, or `nil`
    /// otherwise.
    public let comment: Comment.ID?
    /// The arrival number: the epoch of the commit that added the event to this store, or 0 if the
    /// event was too old to be news at that time.
    public let arrival: Int
    /// The stamp of the like or follow, or the ID of the comment or post.
    public let stamp: PushID

    /// Creates an event.
    public init(
        _ kind: ActivityKind,
        by user: User.ID,
        post: Post.ID? = nil,
        comment: Comment.ID? = nil,
        arrival: Int,
        stamp: PushID
    ) {
        self.kind = kind
        self.user = user
        self.post = post
        self.comment = comment
        self.arrival = arrival
        self.stamp = stamp
    }
}

extension ActivityEvent {
    /// The position of an event in the order of a user's activity.
    public struct Position: Hashable, Sendable {
        /// The arrival number: the epoch of the commit that added the event, or 0 if it was not
        /// news.
        public let arrival: Int
        /// The stamp of the event.
        public let stamp: PushID
        /// The kind of the event, which determines the order of events with equal stamps.
        public let kind: ActivityKind
        /// The ID of the acting user, which is the last tie-breaker.
        public let user: User.ID
    }

    /// The position of this event in the order of a user's activity.
    public var position: Position {
        Position(arrival: arrival, stamp: stamp, kind: kind, user: user)
    }
}

extension ActivityEvent.Position: Comparable {
    /// Returns whether `left` precedes `right`, in ascending order of arrival.
    public static func < (left: Self, right: Self) -> Bool {
        if left.arrival != right.arrival { return left.arrival < right.arrival }
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        return left.kind == right.kind ? left.user < right.user : left.kind < right.kind
    }
}
