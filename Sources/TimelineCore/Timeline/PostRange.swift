/// Which posts of a list a page holds: those between two identifiers, the newest first.
public struct PostRange: Hashable, Sendable {
    /// The page holds only posts older than this one.
    public let before: Post.ID
    /// The page holds only posts newer than this one, where one is given.
    public let after: Post.ID?
    /// How many posts the page holds at most; a negative number counts as 0.
    public let limit: Int

    /// Makes a range of its parts.
    public init(before: Post.ID, after: Post.ID? = nil, limit: Int) {
        self.before = before
        self.after = after
        self.limit = max(0, limit)
    }

    /// The lower end, open.
    package var lowerBound: Post.ID { after ?? Post.ID(.min) }
}
