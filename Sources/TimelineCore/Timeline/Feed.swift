/// A selection of posts, newest first.
///
/// ```swift
/// let page = try await session.page(of: .home, limit: 20)
/// ```
public enum Feed: Hashable, Sendable {
    /// The viewer's own posts and those of the users they follow and have not muted.
    case home
    /// The posts of a single user.
    case user(User.ID)
    /// All posts in the store.
    case everyone
}

/// A range of post IDs with a maximum number of results.
///
/// Results are ordered newest first.
public struct PostRange: Hashable, Sendable {
    /// The exclusive upper bound.
    public let before: Post.ID
    /// The exclusive lower bound, if any.
    public let after: Post.ID?
    /// The maximum number of posts.
    ///
    /// Negative numbers are treated as 0.
    public let limit: Int

    /// Creates a range.
    public init(before: Post.ID = Post.ID(.max), after: Post.ID? = nil, limit: Int) {
        self.before = before
        self.after = after
        self.limit = max(0, limit)
    }

    /// The exclusive lower bound, or the lowest possible ID if there is no bound.
    public var lowerBound: Post.ID { after ?? Post.ID(.min) }
}
