/// A page of posts, newest first.
public struct TimelinePage: Hashable, Sendable, Encodable {
    /// The posts; a page is not full when posts were deleted while it was read.
    public let posts: [PostView]
    /// The cursor of the next page, `nil` at the end.
    public let next: Post.ID?

    /// Makes a page of its parts.
    public init(posts: [PostView], next: Post.ID?) {
        self.posts = posts
        self.next = next
    }
}
