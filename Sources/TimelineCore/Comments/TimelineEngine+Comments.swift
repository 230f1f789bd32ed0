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
        try await blocking.run { [repository] in
            var comment: CommentView?
            try repository.apply { reader in
                let user = try reader.requireUser(author)
                _ = try reader.requirePost(post)
                let action = Change.Action.commentAdded(post, text: text)
                let change = try draft(action, by: author, after: reader.newestStamp())
                comment = CommentView(
                    id: Comment.ID(change.stamp),
                    post: post,
                    author: user,
                    text: text
                )
                return [change]
            }
            guard let comment else { throw TimelineError.postNotFound(post.description) }
            return comment
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
