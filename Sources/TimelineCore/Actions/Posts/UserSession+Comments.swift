extension UserSession {
    /// Adds a comment to a post.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - text: The text of the comment, with 1 to 2,200 characters.
    /// - Returns: The new comment.
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/invalidText(_:)`` or
    ///   ``TimelineError/notLoggedIn``.
    public func comment(on post: Post.ID, _ text: String) async throws -> CommentView {
        try await engine.writes.run {
            var author: User?
            let records = try apply { reader, user in
                author = try reader.requireUser(user)
                _ = try reader.requirePost(post)
                return .commentAdded(post, text: text)
            }
            guard let author, let record = records.first else {
                throw TimelineError.postNotFound(post.description)
            }
            let id = Comment.ID(record.body.stamp)
            return CommentView(id: id, post: post, author: author, text: text)
        }
    }

    /// Deletes a comment written by the user, or any comment on one of the user's posts.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``, ``TimelineError/notYours(_:)`` or
    ///   ``TimelineError/notLoggedIn``.
    public func delete(_ id: Comment.ID) async throws {
        try await say { reader, user in
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
    /// Returns the comment with the given ID.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``.
    public func comment(_ id: Comment.ID) async throws -> CommentView {
        try await read { reader, _, _ in
            guard let comment = try reader.comment(id), let author = try reader.user(comment.author)
            else { throw TimelineError.commentNotFound(id.description) }
            return CommentView(id: id, post: comment.post, author: author, text: comment.text)
        }
    }

    /// Returns the newest comments on each of the given posts, read in one snapshot.
    ///
    /// The comments on each post are sorted from oldest to newest.
    ///
    /// - Parameters:
    ///   - posts: The IDs of the posts. Posts that do not exist are skipped.
    ///   - limit: The maximum number of comments per post.
    /// - Returns: The comments by post ID. Posts without comments have no entry.
    /// - Throws: A storage error.
    public func newestComments(
        on posts: [Post.ID],
        limit: Int = HomeOverview.commentLimit
    ) async throws -> [Post.ID: [CommentView]] {
        try await read { reader, _, _ in try reader.newestComments(onEach: posts, limit: limit) }
    }

    /// Returns one page of a post's comments, oldest first.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - after: The last comment on the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of comments on the page.
    /// - Returns: The comments on the page.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func comments(
        on post: Post.ID,
        after: Comment.ID? = nil,
        limit: Int = 100
    ) async throws -> [CommentView] {
        try await read { reader, _, _ in
            _ = try reader.requirePost(post)
            return try reader.comments(on: post, after: after, limit: limit)
        }
    }
}
