/// How far a user has read the home timeline: private.
public struct ReadPosition: Hashable, Sendable {
    /// Nothing above this post has been seen without a gap below it; what is newer is new.
    public let newestSeen: Post.ID?
    /// The newest post that was shown, perhaps with a gap between it and ``newestSeen``.
    public let newestShown: Post.ID?
    /// The last post of the page that was shown last.
    public let lastShown: Post.ID?

    /// Makes a position of its parts.
    public init(
        newestSeen: Post.ID? = nil,
        newestShown: Post.ID? = nil,
        lastShown: Post.ID? = nil
    ) {
        self.newestSeen = newestSeen
        self.newestShown = newestShown
        self.lastShown = lastShown
    }

    /// The position after a page was shown; an empty page moves nothing.
    ///
    /// Pages are read downward. All is seen once a page has reached what was seen before, or the end; until
    /// then what lies below stays new. The first page that a user ever sees is the beginning: older posts
    /// are not news.
    func showing(_ page: TimelinePage) -> ReadPosition {
        guard let first = page.posts.first?.id, let last = page.posts.last?.id else { return self }
        let shown = max(first, newestShown ?? first)
        let isSeen = newestSeen.map { last <= $0 } ?? true
        return ReadPosition(
            newestSeen: isSeen || page.next == nil ? max(shown, newestSeen ?? shown) : newestSeen,
            newestShown: shown,
            lastShown: last
        )
    }
}
