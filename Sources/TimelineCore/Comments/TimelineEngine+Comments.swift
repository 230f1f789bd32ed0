extension TimelineEngine {
    /// Writes a comment under a post.
    ///
    /// - Returns: the comment, once it is on disk.
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/invalidText(_:)``.
    public func comment(
        on post: Post.ID,
        _ text: String,
        by author: User.ID
    ) async throws -> CommentView {
        try await writes.run { [repository] in
            var user: User?
            let changes = try repository.apply { reader in
                user = try reader.requireUser(author)
                _ = try reader.requirePost(post)
                return try mint([.commentAdded(post, text: text)], by: author, above: reader)
            }
            guard let user, let id = changes.first.map({ Comment.ID($0.stamp) }) else {
                throw TimelineError.postNotFound(post.description)
            }
            return CommentView(id: id, post: post, author: user, text: text)
        }
    }

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
        try await read { reader in
            _ = try reader.requirePost(post)
            return try reader.comments(on: post, after: after, limit: limit)
        }
    }

    /// Deletes a comment: the right of its author and of the post's author.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``, ``TimelineError/notYours(_:)``.
    public func delete(_ id: Comment.ID, by user: User.ID) async throws {
        try await change(by: user) { reader in
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
