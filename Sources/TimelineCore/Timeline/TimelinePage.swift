/// A page of posts, newest first.
public struct TimelinePage: Hashable, Sendable {
    /// The posts; a page is not full when posts were deleted while it was read.
    public let posts: [PostView]
    /// The cursor of the next page, `nil` at the end; a page that is just full has one, though it may lead to an empty
    /// page.
    public let next: Post.ID?

    /// Makes a page of its parts.
    public init(posts: [PostView], next: Post.ID?) {
        self.posts = posts
        self.next = next
    }
}

extension TimelinePage: Encodable {
    private enum CodingKeys: CodingKey {
        case posts, next
    }

    /// Writes the properties under their own names; at the end, ``next`` is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(posts, forKey: .posts)
        try container.encode(next, forKey: .next)
    }
}
