import Foundation

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
    func postPage(_ id: Post.ID, newestComments limit: Int?) async throws -> PostPage {
        try await read { reader, _, viewer in
            guard let page = try reader.postPage(id, newestComments: limit, for: viewer) else {
                throw TimelineError.postNotFound(id.description)
            }
            return page
        }
    }
}

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

extension Principal {
    /// Returns one page of the users that like a post, ordered by displayed username.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - username: The displayed username after which the page starts, or `nil` for the first
    ///     page.
    ///   - limit: The maximum number of users on the page.
    /// - Returns: The users on the page.
    /// - Throws: ``TimelineError/postNotFound(_:)``.
    public func likers(
        of post: Post.ID,
        after username: String? = nil,
        limit: Int = 100
    ) async throws -> [User] {
        try await read { reader, _, _ in
            let id = try reader.requirePost(post).id
            return try reader.users(UserQuery(.likers(of: id), after: username, limit: limit))
        }
    }
}
