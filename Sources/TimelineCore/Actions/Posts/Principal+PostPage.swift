extension Principal {
    /// Returns a post with all of its comments, read in one snapshot.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func postPage(_ id: Post.ID) async throws -> PostPage {
        try await postPage(id, newestComments: nil)
    }

    /// Returns a post with its newest comments, read in one snapshot.
    ///
    /// If `limit` is `nil`, the result includes all comments.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    func postPage(_ id: Post.ID, newestComments limit: Int?) async throws -> PostPage {
        try await read { reader, _, viewer in
            guard let page = try reader.postPage(id, newestComments: limit, for: viewer) else {
                throw TimelineError.postNotFound(id.description)
            }
            return page
        }
    }
}
