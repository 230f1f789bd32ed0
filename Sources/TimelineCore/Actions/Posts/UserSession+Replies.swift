import Foundation

extension UserSession {
    /// Adds a comment to a post.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - text: The text of the comment, with 1 to ``TextField/limit`` characters. White space
    ///     around it is removed.
    /// - Returns: The new comment.
    /// - Throws: ``TimelineError/postNotFound(_:)``, ``TimelineError/invalidText(_:)`` or
    ///   ``TimelineError/notLoggedIn``.
    public func comment(on post: Post.ID, _ text: String) async throws -> CommentView {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return try await engine.writes.run {
            var author: User?
            let records = try commit { reader, user in
                author = try reader.requireUser(user)
                _ = try reader.requirePost(post)
                return .commentAdded(post, text: text)
            }
            guard let author, let record = records.first else {
                throw TimelineError.postNotFound(post.description)
            }
            let id = Comment.ID(record.stamp)
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

extension UserSession {
    /// Likes a post, or does nothing if the user already likes it.
    ///
    /// - Returns: The post, read after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func like(_ post: Post.ID) async throws -> PostView {
        try await setLike(true, of: post)
    }

    /// Removes the user's like from a post, or does nothing if the user does not like it.
    ///
    /// - Returns: The post, read after the commit.
    /// - Throws: ``TimelineError/postNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func unlike(_ post: Post.ID) async throws -> PostView {
        try await setLike(false, of: post)
    }

    private func setLike(_ isLiked: Bool, of id: Post.ID) async throws -> PostView {
        try await say { reader, user in
            let post = try reader.requirePost(id, for: user)
            guard post.likedByViewer != isLiked else {
                // Nothing is taken back, so a post that a block hides does not exist.
                _ = try reader.visible(to: user).requirePost(id)
                return nil
            }
            return isLiked ? .liked(id) : .unliked(id)
        }
        return try await readBack(showingHidden: true) { try $0.requirePost(id, for: userID) }
    }
}
