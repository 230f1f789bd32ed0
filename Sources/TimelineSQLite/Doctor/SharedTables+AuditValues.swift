import TimelineCore

extension SharedTables {
    /// Compares displayed usernames, search keys, newest stamps and activity columns with the data
    /// from which they are derived.
    ///
    /// - Parameters:
    ///   - localUsers: The users with an account.
    ///   - isRepairing: Whether to correct the values, which requires a write transaction.
    /// - Returns: The mismatches found before any repair.
    /// - Throws: `SQLiteError`, or `TimelineError` if a stored username is invalid.
    func auditValues(
        localUsers: [User.ID],
        repairing isRepairing: Bool
    ) throws -> [ValueMismatch] {
        try auditPrecedences(localUsers: localUsers, repairing: isRepairing)
            + auditUsernames(repairing: isRepairing) + auditNewestStamp(repairing: isRepairing)
            + auditAuthorStamps(repairing: isRepairing) + auditActivity(repairing: isRepairing)
    }

    /// Checks that the store's newest stamp is not older than any stamp in the store.
    ///
    /// A newer value is correct, because the item with the newest stamp may have been deleted.
    private func auditNewestStamp(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        let queries = StampColumn.all.map { "SELECT max(\($0.name)) AS stamp FROM \($0.table)" }
        let newest = try statement(
            """
            SELECT newest, (SELECT max(stamp) FROM (\(queries.joined(separator: " UNION ALL "))))
            FROM clock
            """
        )
        .first { (stored: $0.pushID(0), expected: $0.pushID(1)) }
        guard let newest, newest.stored < newest.expected else { return [] }
        if isRepairing {
            try statement("UPDATE clock SET newest = ?").run(newest.expected)
        }
        return [
            ValueMismatch(
                subject: DoctorText.newestStamp,
                stored: newest.stored.description,
                expected: newest.expected.description
            )
        ]
    }

    /// Checks that each author's newest stamp is not older than any of the author's stamps.
    ///
    /// Otherwise, the author's next change could receive a stamp that already exists.
    ///
    /// The audit reads every table with stamps once and groups the stamps by user. Pending changes
    /// are included, because an author must not use their stamps again.
    private func auditAuthorStamps(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        let stamps = StampColumn.all.map { column in
            """
            SELECT \(column.author) AS user, \(column.name) AS stamp FROM \(column.table)
            WHERE \(column.name) IS NOT NULL
            """
        }
        var late = try statement(
            """
            SELECT u.id, ifnull(u.shown_name, hex(u.uuid)), u.newest_stamp, s.stamp FROM (
                SELECT user, max(stamp) AS stamp FROM (
                    \(stamps.joined(separator: " UNION ALL "))
                ) GROUP BY user
            ) s JOIN user u ON u.id = s.user WHERE u.newest_stamp < s.stamp
            """
        )
        .all { row in
            (
                rowID: row.int64(0), name: row.text(1), stored: row.pushID(2),
                expected: row.pushID(3)
            )
        }
        var pending = try authorsOfLaterPendingChanges()
        for index in late.indices {
            guard let author = pending.removeValue(forKey: late[index].rowID) else { continue }
            late[index].expected = max(late[index].expected, author.expected)
        }
        late += pending.values.sorted { $0.rowID < $1.rowID }
        if isRepairing {
            let update = try statement("UPDATE user SET newest_stamp = ? WHERE id = ?")
            for author in late { try update.run(author.expected, author.rowID) }
        }
        return late.map {
            ValueMismatch(
                subject: DoctorText.newestStamp(of: $0.name),
                stored: $0.stored.description,
                expected: $0.expected.description
            )
        }
    }

    /// Returns the authors with a pending change that is newer than their newest stamp, by row ID.
    private func authorsOfLaterPendingChanges() throws -> [Int64: LateAuthor] {
        var newest: [User.ID: PushID] = [:]
        for change in try pendingChanges() {
            newest[change.author] = max(newest[change.author] ?? .min, change.stamp)
        }
        let query = try statement(
            """
            SELECT id, ifnull(shown_name, hex(uuid)), newest_stamp FROM user
            WHERE uuid = ? AND newest_stamp < ?
            """
        )
        var late: [Int64: LateAuthor] = [:]
        for (author, stamp) in newest {
            try query.forEach(author, stamp) { row in
                late[row.int64(0)] = (
                    rowID: row.int64(0), name: row.text(1), stored: row.pushID(2),
                    expected: stamp
                )
            }
        }
        return late
    }

    /// An author with a newest stamp that is older than one of the author's other stamps.
    private typealias LateAuthor = (rowID: Int64, name: String, stored: PushID, expected: PushID)

    /// Returns the pending changes that cannot be decoded, as JSON.
    func unreadableChanges() throws -> [String] {
        // Only the fact that decoding fails matters here, not the error.
        try pendingTexts().filter { (try? Change(pending: $0)) == nil }
    }
}
