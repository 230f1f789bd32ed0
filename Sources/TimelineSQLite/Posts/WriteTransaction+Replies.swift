import TimelineCore

extension WriteTransaction {
    // MARK: Comments

    /// Adds a comment, unless it already exists.
    ///
    /// - Returns: `false` if the post does not exist.
    /// - Throws: `SQLiteError`.
    func addComment(
        _ text: String,
        on post: Post.ID,
        by author: BatchState.UserRow,
        from stored: StoredRecord
    ) throws -> Bool {
        let id = Comment.ID(stored.stamp)
        let inserted = try statement(
            """
            INSERT INTO comment (id, post, author, text, arrival, post_author)
            SELECT ?1, id, ?3, ?4, iif(?6, max(?5, arrival), 0), author FROM post WHERE id = ?2
            ON CONFLICT DO NOTHING
            """
        )
        .run(
            id,
            post,
            author.id,
            text,
            max(stored.news.arrival, author.arrival),
            stored.news.notifies
        )
        guard inserted > 0 else {
            return try statement("SELECT 1 FROM comment WHERE id = ?").exists(id)
        }
        batch.texts.add(.comment(id), text: text, on: post)
        add(1, to: .comments(on: post))
        return true
    }

    /// Deletes a comment, if it exists.
    func deleteComment(_ id: Comment.ID) throws {
        let stored: (post: Post.ID, isCounted: Bool)? = try statement(
            """
            SELECT c.post, NOT u.is_removed FROM comment c JOIN user u ON u.id = c.author
            WHERE c.id = ?
            """
        )
        .first(id) { ($0.id(0), $0.bool(1)) }
        guard let stored else { return }
        try willDelete(.comment(id))
        try statement("DELETE FROM comment WHERE id = ?").run(id)
        if stored.isCounted { add(-1, to: .comments(on: stored.post)) }
    }

    // MARK: Likes

    /// Sets or removes a like, and updates the post's number of likes.
    ///
    /// - Returns: `false` if the post does not exist.
    /// - Throws: `SQLiteError`.
    func setLike(
        _ isLiked: Bool,
        of post: Post.ID,
        by user: BatchState.UserRow,
        from stored: StoredRecord
    ) throws -> Bool {
        try removeLike(of: post, by: user.id)
        guard isLiked else { return try statement("SELECT 1 FROM post WHERE id = ?").exists(post) }
        let inserted = try statement(
            """
            INSERT INTO post_like (post, user, stamp, arrival, author)
            SELECT id, ?2, ?3, iif(?5, max(?4, arrival), 0), author FROM post WHERE id = ?1
            """
        )
        .run(
            post,
            user.id,
            stored.stamp,
            max(stored.news.arrival, user.arrival),
            stored.news.notifies
        )
        add(inserted, to: .likes(of: post))
        return inserted > 0
    }

    /// Removes a like, if it exists.
    func removeLike(of post: Post.ID, by user: Int64) throws {
        let removed = try statement("DELETE FROM post_like WHERE post = ? AND user = ?")
            .run(post, user)
        add(-removed, to: .likes(of: post))
    }
}
