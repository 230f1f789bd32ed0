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
        try await read(foreseeing: .post(id, comments: limit)) { reader, accounts, viewer in
            guard var page = try reader.postPage(id, newestComments: limit, for: viewer) else {
                throw TimelineError.postNotFound(id.description)
            }
            let bookmark = try viewer.flatMap { try accounts.bookmark(of: id, by: $0) }
            page.isBookmarked = bookmark?.isSet == true
            return page
        }
    }
}

extension Principal {
    /// Returns the comment with the given ID.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``.
    public func comment(_ id: Comment.ID) async throws -> CommentView {
        try await read { reader, _, _ in try reader.requireComment(id) }
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

extension SocialReader {
    /// Returns the comment with the given ID, with its author's profile, or `nil` if it does not
    /// exist.
    func commentView(_ id: Comment.ID) throws -> CommentView? {
        guard let comment = try comment(id), let author = try user(comment.author) else {
            return nil
        }
        return CommentView(id: id, post: comment.post, author: author, text: comment.text)
    }

    /// Returns the comment with the given ID, or throws ``TimelineError/commentNotFound(_:)``.
    func requireComment(_ id: Comment.ID) throws -> CommentView {
        guard let comment = try commentView(id) else {
            throw TimelineError.commentNotFound(id.description)
        }
        return comment
    }
}
