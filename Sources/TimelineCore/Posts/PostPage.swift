/// A post's page: the post whole, and its comments.
public struct PostPage: Hashable, Sendable, Encodable {
    /// The post.
    public let post: PostView
    /// The comments, oldest first.
    public let comments: [CommentView]

    /// Makes a page of its parts.
    public init(post: PostView, comments: [CommentView]) {
        self.post = post
        self.comments = comments
    }
}

extension Principal {
    /// A post with its newest comments, as of one snapshot.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    func postPage(_ id: Post.ID, newestComments limit: Int) async throws -> PostPage {
        try await read { reader, viewer in
            PostPage(
                post: try reader.requirePost(id, for: viewer),
                comments: try reader.newestComments(on: id, limit: limit)
            )
        }
    }

    /// A post with all its comments, as of one moment.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func postPage(_ id: Post.ID) async throws -> PostPage {
        try await read { reader, viewer in
            PostPage(
                post: try reader.requirePost(id, for: viewer),
                comments: try reader.comments(on: id, after: nil, limit: .max)
            )
        }
    }
}
