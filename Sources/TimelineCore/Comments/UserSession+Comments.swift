extension UserSession {
    /// Writes a comment under a post.
    ///
    /// - Returns: the comment, once it is on disk.
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/invalidText(_:)``.
    public func comment(on post: Post.ID, _ text: String) async throws -> CommentView {
        try await engine.writes.run {
            var author: User?
            let changes = try apply { reader, user in
                author = try reader.requireUser(user)
                _ = try reader.requirePost(post)
                return .commentAdded(post, text: text)
            }
            guard let author, let id = changes.first?.stamp else {
                throw TimelineError.postNotFound(post.description)
            }
            return CommentView(id: Comment.ID(id), post: post, author: author, text: text)
        }
    }

    /// Deletes a comment: the right of its author and of the post's author.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``, ``TimelineError/notYours(_:)``.
    public func delete(_ id: Comment.ID) async throws {
        try await change { reader, user in
            guard let comment = try reader.comment(id) else {
                throw TimelineError.commentNotFound(id.description)
            }
            let postAuthor = try reader.requirePost(comment.post).author.id
            guard [comment.author, postAuthor].contains(user) else {
                throw TimelineError.notYours(.deleteComment)
            }
            return .commentDeleted(id)
        }
    }
}

extension Principal {
    /// A post's comments, oldest first.
    ///
    /// - Parameters:
    ///   - post: the post they stand under.
    ///   - after: the comment that the page comes after, `nil` for the first page.
    ///   - limit: how many the page holds at most.
    /// - Returns: one page of them.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func comments(
        on post: Post.ID,
        after: Comment.ID? = nil,
        limit: Int = 100
    ) async throws -> [CommentView] {
        try await read { reader, _ in
            _ = try reader.requirePost(post)
            return try reader.comments(on: post, after: after, limit: limit)
        }
    }
}
