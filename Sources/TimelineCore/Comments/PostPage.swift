/// A post with its comments, read in one snapshot.
///
/// ```swift
/// let page = try await session.postPage(post.id)
/// show(page.post.caption, page.post.likeCount)
/// for comment in page.comments { show(comment) }
/// ```
public struct PostPage: Hashable, Sendable, Encodable {
    /// The post, as the viewer sees it.
    public let post: PostView
    /// The comments, oldest first.
    public let comments: [CommentView]

    /// Creates a post page.
    public init(post: PostView, comments: [CommentView]) {
        self.post = post
        self.comments = comments
    }
}
