public import TimelineCore

extension SQLiteRepository {
    /// Compares one part of the counts, or all indexes, with a recount.
    ///
    /// Without a repair, a part is read in two snapshots: one to determine its bounds and one to
    /// compare it. A repair runs in transactions of a few hundred rows, between which other
    /// processes may write. Each transaction derives its writes from the current tables.
    /// Afterwards, the part is audited and, if necessary, repaired again, up to three times in
    /// total.
    ///
    /// The parts are audited in this order: the post, follower and following counts of users, then
    /// the like and comment counts of posts, and finally all indexes of words, tags, mentions and
    /// places in a single part. The last part reads every text in the store, regardless of the
    /// limit.
    ///
    /// - Parameters:
    ///   - cursor: The end of the previous part, or `nil` for the first part.
    ///   - limit: The maximum number of users or posts to compare.
    ///   - repairing: Whether to repair the mismatches.
    /// - Returns: The mismatches found before any repair, with at most 20 for each kind of index,
    ///   and the cursor of the next part.
    /// - Throws: `TimelineError`.
    public func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) throws -> Page<CountMismatch, AuditCursor> {
        try audit(after: cursor, limit: limit, repairing: repairing, betweenSteps: {})
    }

    /// Compares every count and index with a recount.
    ///
    /// The parts contain at most 10,000 users or posts each.
    ///
    /// - Parameters:
    ///   - repairing: Whether to repair the mismatches.
    ///   - betweenSteps: A closure that is called after each transaction of a repair.
    /// - Returns: The mismatches found before any repair.
    /// - Throws: Any error thrown by `betweenSteps`, or `TimelineError`.
    package func audit(
        repairing: Bool,
        betweenSteps: () throws -> Void
    ) throws -> [CountMismatch] {
        try Page.all { cursor in
            try audit(
                after: cursor,
                limit: 10_000,
                repairing: repairing,
                betweenSteps: betweenSteps
            )
        }
    }

    /// Audits a part, repairs it in steps, and audits it again, until nothing is left to repair or
    /// the maximum number of rounds is reached.
    ///
    /// After each round, the epoch advances, so that observers and caches notice the repair.
    private func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool,
        betweenSteps: () throws -> Void
    ) throws -> Page<CountMismatch, AuditCursor> {
        let part = try reading { try SharedTables(connection: $0).auditPart(after: cursor, limit) }
        let first = try reading { try SharedTables(connection: $0).audit(part) }
        let page = Page(first.mismatches, next: part.next, after: cursor)
        guard repairing else { return page }
        var audit = first
        // In rare cases, another process has built on a value before it was repaired, so that the
        // result is wrong again.
        for _ in 1...Self.repairRounds where !audit.repairs.isEmpty {
            for repair in audit.repairs {
                var next: RepairStep? = repair
                while let step = next {
                    next = try writing { try step.run(SharedTables(connection: $0)) }
                    try betweenSteps()
                }
            }
            try writing { try SharedTables(connection: $0).advanceEpoch() }
            audit = try reading { try SharedTables(connection: $0).audit(part) }
        }
        return page
    }

    /// The maximum number of rounds in which a part is repaired and audited again.
    private static let repairRounds = 3

    /// Compares displayed usernames, search keys, newest stamps and activity columns with the data
    /// from which they are derived.
    ///
    /// The audit reads all users, and the newest stamp of each user in every table with stamps. A
    /// repair repeats the comparison inside its transaction, so that it corrects the current
    /// values.
    ///
    /// - Parameter repairing: Whether to repair the mismatches, in one transaction.
    /// - Returns: The mismatches found before any repair.
    /// - Throws: `TimelineError`.
    public func auditValues(repairing: Bool) throws -> [ValueMismatch] {
        let mismatches = try reading {
            let localUsers = try PrivateTables(connection: $0).users()
            return try SharedTables(connection: $0)
                .auditValues(localUsers: localUsers, repairing: false)
        }
        guard repairing, !mismatches.isEmpty else { return mismatches }
        return try writing {
            let tables = SharedTables(connection: $0)
            try tables.advanceEpoch()
            let localUsers = try PrivateTables(connection: $0).users()
            return try tables.auditValues(localUsers: localUsers, repairing: true)
        }
    }

    /// Returns the pending changes that cannot be decoded, as JSON.
    ///
    /// A later version of the program may have written these changes, so they are never deleted.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    public func unreadableChanges() throws -> [String] {
        try reading { try SharedTables(connection: $0).unreadableChanges() }
    }

    /// Returns the faults that SQLite reports for the file and its references, one sentence each,
    /// or an empty array if the file is intact.
    ///
    /// This method runs `PRAGMA integrity_check`, `rtreecheck` and `pragma_foreign_key_check`, and
    /// finds posts without photos, which the schema cannot prevent. All queries run in one snapshot
    /// and read the whole file, so the duration grows with the store. Writers are not blocked.
    /// These faults cannot be repaired. Restore a backup instead.
    ///
    /// - Throws: `TimelineError.storageFailed` if the file is too damaged to be checked.
    public func integrityFaults() throws -> [String] {
        try reading { connection in
            let tables = SharedTables(connection: connection)
            let faults =
                try tables.statement("PRAGMA integrity_check").all { $0.text(0) }
                + tables.statement("SELECT rtreecheck('post_place')").all { $0.text(0) }
            let references =
                try tables.statement(
                    """
                    SELECT count(*), "table", parent FROM pragma_foreign_key_check GROUP BY 2, 3
                    """
                )
                .all { DoctorText.dangling($0.int(0), in: $0.text(1), to: $0.text(2)) }
            let withoutPhotos: [Post.ID] =
                try tables.statement(
                    "SELECT id FROM post WHERE id NOT IN (SELECT post FROM photo)"
                )
                .all { $0.id(0) }
            return faults.filter { $0 != "ok" } + references
                + withoutPhotos.map(DoctorText.withoutPhotos)
        }
    }
}
