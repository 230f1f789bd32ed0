/// A page of posts, newest first.
public struct TimelinePage: Hashable, Sendable {
    /// The posts; fewer than requested if some were deleted during the read.
    public let posts: [PostView]
    /// The cursor of the next page; `nil` at the end.
    ///
    /// A full page always has a cursor, although the next page may be empty.
    public let next: Post.ID?
    /// The cursor with which the page was read; `nil` for the newest page.
    public let before: Post.ID?

    /// Creates a page.
    public init(posts: [PostView], next: Post.ID?, before: Post.ID? = nil) {
        self.posts = posts
        self.next = next
        self.before = before
    }

    /// Returns the same page with the cursor with which it was read.
    func read(before cursor: Post.ID?) -> TimelinePage {
        TimelinePage(posts: posts, next: next, before: cursor)
    }
}

extension TimelinePage: Encodable {
    private enum CodingKeys: CodingKey {
        case posts, next
    }

    /// Encodes the posts and ``next``, which is `null` at the end.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(posts, forKey: .posts)
        try container.encode(next, forKey: .next)
    }
}
