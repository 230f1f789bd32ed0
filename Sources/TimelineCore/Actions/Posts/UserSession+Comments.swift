extension UserSession {
    /// Adds a comment to a post.
    ///
    /// - Parameters:
    ///   - post: the post.
    ///   - text: the text, 1 to 2,200 characters.
    /// - Returns: the comment, after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/invalidText(_:)``,
    ///   ``TimelineError/notLoggedIn``.
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

    /// Deletes a comment; only its author and the post's author may.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``, ``TimelineError/notYours(_:)``,
    ///   ``TimelineError/notLoggedIn``.
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
    /// Returns a comment.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``.
    public func comment(_ id: Comment.ID) async throws -> CommentView {
        try await read { reader, _ in
            guard let comment = try reader.comment(id), let author = try reader.user(comment.author)
            else { throw TimelineError.commentNotFound(id.description) }
            return CommentView(id: id, post: comment.post, author: author, text: comment.text)
        }
    }

    /// Returns the newest comments of each post, oldest first, read in one snapshot.
    ///
    /// - Parameters:
    ///   - posts: The posts of a page; those that do not exist are skipped.
    ///   - limit: The maximum number of comments of each post.
    /// - Returns: The comments; posts without comments have no entry.
    /// - Throws: A storage error.
    public func newestComments(
        on posts: [Post.ID],
        limit: Int = HomeOverview.commentLimit
    ) async throws -> [Post.ID: [CommentView]] {
        try await read { reader, _ in try reader.newestComments(onEach: posts, limit: limit) }
    }

    /// A page of a post's comments, oldest first.
    ///
    /// - Parameters:
    ///   - post: the post.
    ///   - after: the last comment of the previous page; `nil` for the first page.
    ///   - limit: the maximum number of comments.
    /// - Returns: the comments.
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
