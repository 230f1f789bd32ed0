import TimelineCore

extension WriteTransaction {
    /// Removes all replies to a user who has left, and the user's records, except for keys and the
    /// record of leaving.
    ///
    /// The removal of the user deletes the data (``removeUser(_:)``).
    func removeRecords(of user: User.ID) throws {
        batch.hasRemovedUsers = true
        let replies = try statement(
            "SELECT row FROM record WHERE author = ? AND author <> scope"
        )
        .all(user) { $0.int64(0) }
        let remaining = RecordColumns.list(.keyAdded, .keyRevoked, .accountDeleted)
        let own = try statement(
            "SELECT row FROM record WHERE scope = ? AND kind NOT IN \(remaining)"
        )
        .all(user) { $0.int64(0) }
        for rowID in own + replies { try deleteRecord(rowID: rowID) }
        try removeDamaged(containing: user)
    }

    /// Removes the damaged records that mention a user who has left, or a post that was deleted.
    private func removeDamaged(containing id: any StatementArgument) throws {
        guard batch.hasDamagedRecords else { return }
        try statement("DELETE FROM damaged_record WHERE instr(body, ?)").run(id)
    }

    /// Removes the records of a deleted post and all replies to it.
    ///
    /// ``deletePost(_:)`` deletes the corresponding data.
    func removeRecords(on post: Post.ID) throws {
        batch.hasDeletedPosts = true
        let replies = try statement(
            "SELECT row FROM record WHERE post = ? AND \(RecordColumns.concernsPost)"
        )
        .all(post) { $0.int64(0) }
        let contents = try statement("SELECT row FROM record WHERE register = ?")
            .all(RecordRegister.post(post)) { $0.int64(0) }
        for rowID in replies + contents { try deleteRecord(rowID: rowID) }
        try removeDamaged(containing: post)
    }

    /// Removes a comment that its author has deleted, or that the author of its post has hidden.
    ///
    /// - Parameters:
    ///   - comment: The ID of the comment.
    ///   - post: The post on which the comment is hidden, or `nil` for a deletion.
    /// - Throws: `SQLiteError`.
    func removeComment(_ comment: Comment.ID, on post: Post.ID?) throws {
        // Without the record itself, which may be damaged.
        let stored = try statement("SELECT row, post FROM record WHERE register = ?")
            .first(RecordRegister.comment(comment)) { (rowID: $0.int64(0), post: $0.pushID(1)) }
        guard let stored, post == nil || stored.post == post?.pushID else { return }
        try deleteRecord(rowID: stored.rowID)
        try deleteComment(comment)
    }
}
