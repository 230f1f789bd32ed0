/// A page of posts, newest first.
public struct TimelinePage: Hashable, Sendable {
    /// The posts; a page is not full when posts were deleted while it was read.
    public let posts: [PostView]
    /// The cursor of the next page, `nil` at the end; a page that is just full has one, though it may lead to an empty
    /// page.
    public let next: Post.ID?
    /// The cursor that the page was read before; `nil` for the newest page.
    public let before: Post.ID?

    /// Makes a page of its parts.
    public init(posts: [PostView], next: Post.ID?, before: Post.ID? = nil) {
        self.posts = posts
        self.next = next
        self.before = before
    }

    /// The same page as one that was read before a cursor.
    func read(before cursor: Post.ID?) -> TimelinePage {
        TimelinePage(posts: posts, next: next, before: cursor)
    }
}

extension TimelinePage: Encodable {
    private enum CodingKeys: CodingKey {
        case posts, next
    }

    /// Writes the posts and ``next``, which is `null` at the end.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(posts, forKey: .posts)
        try container.encode(next, forKey: .next)
    }
}
