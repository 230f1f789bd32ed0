/// A range of post IDs with a limit; results are newest first.
public struct PostRange: Hashable, Sendable {
    /// The exclusive upper bound.
    public let before: Post.ID
    /// The exclusive lower bound, if any.
    public let after: Post.ID?
    /// The maximum number of posts; a negative number counts as 0.
    public let limit: Int

    /// Creates a range.
    public init(before: Post.ID, after: Post.ID? = nil, limit: Int) {
        self.before = before
        self.after = after
        self.limit = max(0, limit)
    }

    /// The exclusive lower bound; the lowest ID if none was given.
    public var lowerBound: Post.ID { after ?? Post.ID(.min) }
}
