/// A like, a comment, a mention or a follow, for the user that it concerns.
///
/// Events are ordered by arrival number; those of one commit, and those without a number, by stamp.
public struct ActivityEvent: Hashable, Sendable {
    /// The kind of the event.
    public let kind: ActivityKind
    /// The user that did it.
    public let user: User.ID
    /// The post; `nil` for a follow.
    public let post: Post.ID?
    /// The comment, if the event is one, or is a mention in one.
    public let comment: Comment.ID?
    /// The epoch of the commit that added the event here; 0 if it was no news then.
    public let arrival: Int
    /// The stamp of the like or the follow, or the ID of the comment or the post.
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
    /// The position of an event in the order.
    public struct Position: Hashable, Sendable {
        /// The arrival number.
        public let arrival: Int
        /// The stamp.
        public let stamp: PushID
        /// The kind, which orders events with equal stamps.
        public let kind: ActivityKind
        /// The user, the last tie-breaker.
        public let user: User.ID
    }

    /// The position in the order.
    public var position: Position {
        Position(arrival: arrival, stamp: stamp, kind: kind, user: user)
    }
}

extension ActivityEvent.Position: Comparable {
    /// Returns whether `left` arrived before `right`.
    public static func < (left: Self, right: Self) -> Bool {
        if left.arrival != right.arrival { return left.arrival < right.arrival }
        if left.stamp != right.stamp { return left.stamp < right.stamp }
        return left.kind == right.kind ? left.user < right.user : left.kind < right.kind
    }
}
