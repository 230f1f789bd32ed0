import TimelineCore

extension WriteTransaction {
    /// Removes all replies to a user with a deleted account, and the user's records, except for
    /// keys and the record of the deletion.
    ///
    /// The removal of the user deletes the data (``projectDeletedAccount(_:)``).
    func removeRecords(of user: User.ID) throws {
        batch.hasDeletedAccounts = true
        let replies = try statement(
            "SELECT row FROM record WHERE author = ? AND author <> scope"
        )
        .all(user) { $0.int64(0) }
        let own = try statement(
            "SELECT row FROM record WHERE scope = ? AND kind NOT IN \(RecordColumns.signedByRoot)"
        )
        .all(user) { $0.int64(0) }
        for rowID in own + replies { try deleteRecord(rowID: rowID) }
        try removeDamaged(containing: user)
    }

    /// Removes the damaged records that mention a user with a deleted account, or a post that was
    /// deleted.
    private func removeDamaged(containing id: any StatementArgument) throws {
        guard batch.hasDamagedRecords else { return }
        try statement(
            "DELETE FROM damaged_record WHERE \(connection.dialect.containsBytes("body", "?"))"
        )
        .run(id)
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
        let contents = try statement(
            "SELECT row FROM record WHERE \(connection.dialect.isRegister("?"))"
        )
        .all(RecordRegister.post(post)) { $0.int64(0) }
        for rowID in replies + contents { try deleteRecord(rowID: rowID) }
        try removeDamaged(containing: post)
    }

    /// Removes a comment that its author has deleted, or that the author of its post has hidden.
    ///
    /// - Parameters:
    ///   - comment: The ID of the comment.
    ///   - post: The post on which the comment is hidden, or `nil` for a deletion.
    /// - Throws: A database error.
    func removeComment(_ comment: Comment.ID, on post: Post.ID?) throws {
        // Without the record itself, which may be damaged.
        let stored = try statement(
            "SELECT row, post FROM record WHERE \(connection.dialect.isRegister("?"))"
        )
        .first(RecordRegister.comment(comment)) { (rowID: $0.int64(0), post: $0.pushID(1)) }
        guard let stored, post == nil || stored.post == post?.pushID else { return }
        try deleteRecord(rowID: stored.rowID)
        try deleteComment(comment)
    }
}

extension WriteTransaction {
    /// Removes some of the records in a scope, along with the data from these records.
    ///
    /// Once only introductions are left, removes them and the profile, unless other data refers to
    /// the user. Unlike a deletion, this adds no record, so the records take effect again if they
    /// arrive again.
    ///
    /// - Parameters:
    ///   - user: The user of the scope, who has no account.
    ///   - users: The users that the user continues to follow.
    ///   - limit: The maximum number of records to remove.
    /// - Returns: The blobs that the records referenced, or `nil` if nothing was left to remove.
    /// - Throws: A database error.
    func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) throws -> [BlobID]? {
        let scope = user
        let kept = users.map { RecordRegister.follow(scope, of: $0) }
        let records = try statement(
            """
            SELECT \(RecordColumns.sql), row FROM record
            WHERE scope = ? AND kind NOT IN \(RecordColumns.introductions) ORDER BY time, id LIMIT ?
            """
        )
        .all(scope, max(1, limit) + kept.count) {
            (rowID: $0.int64(3), record: VerifiedRecord($0))
        }
        .filter { entry in
            !kept.contains { $0 == entry.record.flatMap { RecordRegister(of: $0) } }
        }
        guard !records.isEmpty else { return try hide(user) }
        for entry in records { try deleteRecord(rowID: entry.rowID) }
        for case let record? in records.map(\.record) {
            // The tombstone of a post remains for caches. It has no effect on records.
            if case .postDeleted = record.content { continue }
            try retract(record)
        }
        return records.compactMap(\.record).flatMap(\.blobs)
    }

    /// Removes the introductions and the profile of a user, unless other data refers to the user.
    ///
    /// - Returns: The blobs of the profile, or `nil` if there was nothing to remove.
    private func hide(_ user: User.ID) throws -> [BlobID]? {
        guard let rowID = try tables.rowID(of: user), try !isReferenced(rowID, user),
            try statement("SELECT 1 FROM record WHERE author = ?").exists(user)
        else { return nil }
        let name = try username(of: rowID)
        let avatar = try tables.user(rowID: rowID)?.avatar
        batch.users[user] = nil
        batch.hasChangedRecords = true
        batch.signingKeys = batch.signingKeys.filter { $0.key.user != user }
        batch.revocations = batch.revocations.filter { $0.key.user != user }
        try statement("DELETE FROM record WHERE author = ?").run(user)
        try statement("DELETE FROM signing_key WHERE user = ?").run(user)
        try clearProfile(of: rowID, isDeleted: false)
        if let name { try assignUsername(name) }
        return avatar?.blobs ?? []
    }

    /// Returns whether posts, comments, likes, follows or records other than introductions refer to
    /// a user.
    private func isReferenced(_ rowID: Int64, _ user: User.ID) throws -> Bool {
        try statement(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM post WHERE author = ?1)
                OR EXISTS (SELECT 1 FROM comment WHERE author = ?1)
                OR EXISTS (SELECT 1 FROM post_like WHERE user = ?1)
                OR EXISTS (SELECT 1 FROM follow WHERE follower = ?1)
                OR EXISTS (SELECT 1 FROM follow WHERE followed = ?1)
                OR EXISTS (SELECT 1 FROM record WHERE scope = ?2 AND kind NOT IN \(RecordColumns.keysAndProfile))
                OR EXISTS (SELECT 1 FROM record WHERE author = ?2 AND author <> scope)
            """
        )
        .exists(rowID, user)
    }
}

extension WriteTransaction {
    /// Removes the live records that the batch replaces, along with the data from them.
    ///
    /// The newest stamp of their author is then that of the remaining records.
    func removeReplaced() throws {
        guard let replacement = source.replacement else { return }
        var removed: [StoredRecord] = []
        for id in replacement.records {
            let stored = try statement("SELECT \(StoredRecord.columns) FROM record WHERE id = ?")
                .first(id, map: StoredRecord.init)
            guard let stored = stored ?? nil else { continue }
            removed.append(stored)
            try deleteRecord(stored)
        }
        for record in removed.map(\.record).sorted() {
            // The tombstone of a post remains for caches. It has no effect on records.
            if case .postDeleted = record.content { continue }
            try retract(record)
        }
        try recomputeNewestStamp(of: replacement.author)
    }

    /// Sets the newest stamps of a user and of the store to those of the held records.
    func recomputeNewestStamp(of user: User.ID) throws {
        try statement(
            """
            UPDATE user SET newest_stamp = coalesce(
                (
                    SELECT stamp FROM (
                        SELECT stamp FROM record WHERE scope = ?1 AND author = ?1
                        UNION ALL SELECT stamp FROM record WHERE author = ?1 AND author <> scope
                    ) stamps ORDER BY stamp DESC LIMIT 1
                ),
                x'\(String(repeating: "00", count: PushID.byteCount))'
            )
            WHERE uuid = ?1
            """
        )
        .run(user)
        try tables.recomputeNewestStamp()
    }
}
