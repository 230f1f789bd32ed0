import TimelineCore

extension WriteTransaction {
    /// Removes the live records that the batch replaces, along with the data from them.
    ///
    /// The newest stamp of their author is then that of the remaining records.
    ///
    /// - Throws: `SQLiteError`.
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
            if case .postDeleted = record.body.content { continue }
            try retract(record)
        }
        try recomputeNewestStamp(of: replacement.author)
    }

    /// Sets the newest stamps of a user and of the store to those of the held records.
    func recomputeNewestStamp(of user: User.ID) throws {
        try statement(
            """
            UPDATE user SET newest_stamp = ifnull(
                (
                    SELECT max(stamp) FROM (
                        SELECT stamp FROM record WHERE scope = ?1 AND author = ?1
                        UNION ALL SELECT stamp FROM record WHERE author = ?1 AND author <> scope
                    )
                ),
                zeroblob(15)
            )
            WHERE uuid = ?1
            """
        )
        .run(user)
        try statement(
            "UPDATE clock SET newest = ifnull((SELECT max(newest_stamp) FROM user), zeroblob(15))"
        )
        .run()
    }
}
