extension Principal {
    /// Returns a post with its newest comments, read in one snapshot.
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

    /// Returns a post with all its comments, read in one snapshot.
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
