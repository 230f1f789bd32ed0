/// How far a user has read the home timeline: private.
public struct ReadPosition: Hashable, Sendable {
    /// The newest post that was ever shown.
    public let newestSeen: Post.ID?
    /// The last post of the page that was shown last.
    public let lastShown: Post.ID?

    /// Makes a position of its parts.
    public init(newestSeen: Post.ID? = nil, lastShown: Post.ID? = nil) {
        self.newestSeen = newestSeen
        self.lastShown = lastShown
    }

    /// The position after a page was shown; an empty page moves nothing.
    func showing(_ page: TimelinePage) -> ReadPosition {
        guard let first = page.posts.first, let last = page.posts.last else { return self }
        return ReadPosition(newestSeen: max(first.id, newestSeen ?? first.id), lastShown: last.id)
    }
}
