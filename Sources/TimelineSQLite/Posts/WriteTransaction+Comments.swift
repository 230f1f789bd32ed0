import TimelineCore

extension WriteTransaction {
    /// Adds a comment, unless it already exists.
    ///
    /// - Parameters:
    ///   - text: The text of the comment.
    ///   - post: The ID of an existing post.
    ///   - change: The change, which provides the author and the comment's ID.
    /// - Throws: `SQLiteError`.
    func addComment(_ text: String, on post: Post.ID, from change: Change) throws {
        let id = Comment.ID(change.stamp)
        guard let author = try rowID(of: change.author) else { return }
        let inserted = try statement(
            """
            INSERT INTO comment (id, post, author, text, arrival, post_author)
            VALUES (?1, ?2, ?3, ?4, ?5, (SELECT author FROM post WHERE id = ?2)) ON CONFLICT DO NOTHING
            """
        )
        .run(id, post, author, text, arrival(of: change.stamp))
        guard inserted > 0 else { return }
        batch.texts.add(.comment(id), text: text, on: post)
        add(1, to: .comments(on: post))
    }

    /// Deletes a comment and writes a tombstone.
    ///
    /// This method does not check permissions. For changes by local users, the engine has already
    /// done so, and batches from elsewhere are trusted. The tombstone is written even if the
    /// comment has not arrived, so that it never appears.
    func deleteComment(_ id: Comment.ID) throws {
        try statement("INSERT INTO deleted_comment VALUES (?) ON CONFLICT DO NOTHING").run(id)
        batch.hasDeletedComments = true
        try dropPending(.comment, withID: id.pushID)
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
}
