import TimelineCore

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
    /// - Throws: `SQLiteError`.
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
            !kept.contains { $0 == entry.record.flatMap { RecordRegister(of: $0.body) } }
        }
        guard !records.isEmpty else { return try hide(user) }
        for entry in records { try deleteRecord(rowID: entry.rowID) }
        for case let record? in records.map(\.record) {
            // The tombstone of a post remains for caches. It has no effect on records.
            if case .postDeleted = record.body.content { continue }
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
        try clearProfile(of: rowID, isRemoved: false)
        if let name { try assignUsername(name) }
        return avatar?.blobs ?? []
    }

    /// Returns whether posts, comments, likes, follows or records other than introductions refer to
    /// a user.
    private func isReferenced(_ rowID: Int64, _ user: User.ID) throws -> Bool {
        let ignored = RecordColumns.list(.keyAdded, .keyRevoked, .profileSet)
        return try statement(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM post WHERE author = ?1)
                OR EXISTS (SELECT 1 FROM comment WHERE author = ?1)
                OR EXISTS (SELECT 1 FROM post_like WHERE user = ?1)
                OR EXISTS (SELECT 1 FROM follow WHERE follower = ?1)
                OR EXISTS (SELECT 1 FROM follow WHERE followed = ?1)
                OR EXISTS (SELECT 1 FROM record WHERE scope = ?2 AND kind NOT IN \(ignored))
                OR EXISTS (SELECT 1 FROM record WHERE author = ?2 AND author <> scope)
            """
        )
        .exists(rowID, user)
    }
}
