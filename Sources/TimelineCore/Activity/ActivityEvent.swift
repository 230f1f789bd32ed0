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
