import GRDB
public import TimelineCore

extension SQLiteRepository {
    /// Compares a part of the counts, or all indexes, with a recount.
    ///
    /// A part without a repair runs in two snapshots: one for its bounds, one for the comparison. A
    /// repair runs in transactions of some hundred rows, between which other processes write. Each
    /// derives its writes from the tables as they are then, and the part is audited again after
    /// them, up to three times.
    ///
    /// The order of the parts is: posts, followers and following of users; likes and comments of
    /// posts; all indexes of words, tags, mentions and places as one. The last part reads every
    /// text of the store, whatever the limit.
    ///
    /// - Parameters:
    ///   - cursor: the end of the part before; `nil` for the first part.
    ///   - limit: the maximum number of users or posts to compare.
    ///   - repairing: whether to repair the mismatches.
    /// - Returns: the mismatches before any repair, at most 20 for each kind of index, and the
    ///   cursor of the next part.
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
    /// Runs all parts, each with at most 10,000 users or posts.
    ///
    /// - Parameters:
    ///   - repairing: whether to repair the mismatches.
    ///   - betweenSteps: called after each transaction of the repair.
    /// - Returns: the mismatches before any repair.
    /// - Throws: `TimelineError`; any error of `betweenSteps`.
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

    /// Audits a part, repairs it in steps, and audits it again until nothing is left to repair.
    ///
    /// The epoch advances after the steps of each round, so that observers and caches see the
    /// result.
    private func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool,
        betweenSteps: () throws -> Void
    ) throws -> Page<CountMismatch, AuditCursor> {
        let part = try reading { try SharedTables(database: $0).auditPart(after: cursor, limit) }
        let first = try reading { try SharedTables(database: $0).audit(part) }
        let page = Page(first.mismatches, next: part.next, after: cursor)
        guard repairing else { return page }
        var audit = first
        // Rarely, another process has built on a part that was not repaired yet, and its result is
        // wrong again.
        for _ in 1...Self.repairRounds where !audit.repairs.isEmpty {
            for repair in audit.repairs {
                var next: RepairStep? = repair
                while let step = next {
                    next = try writing { try step.run(SharedTables(database: $0)) }
                    try betweenSteps()
                }
            }
            try writing { try SharedTables(database: $0).advanceEpoch() }
            audit = try reading { try SharedTables(database: $0).audit(part) }
        }
        return page
    }

    /// The maximum number of times that a repair audits its own result and repairs again.
    private static let repairRounds = 3

    /// Compares displayed usernames, search keys and newest stamps with the data that they follow
    /// from.
    ///
    /// Reads all users, and the newest stamp of each in every table with stamps. A repair compares
    /// again inside its transaction, so it corrects the values as they are then.
    ///
    /// - Parameter repairing: whether to repair the mismatches, in one transaction.
    /// - Returns: the mismatches before any repair.
    /// - Throws: `TimelineError`.
    public func auditValues(repairing: Bool) throws -> [ValueMismatch] {
        let mismatches = try reading {
            try SharedTables(database: $0).auditValues(repairing: false)
        }
        guard repairing, !mismatches.isEmpty else { return mismatches }
        return try writing {
            let tables = SharedTables(database: $0)
            try tables.advanceEpoch()
            return try tables.auditValues(repairing: true)
        }
    }

    /// Pending changes that cannot be decoded, as JSON.
    ///
    /// A later version of the program may have written them, so nothing deletes them.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    public func unreadableChanges() throws -> [String] {
        try reading { try SharedTables(database: $0).unreadableChanges() }
    }

    /// The faults that SQLite reports for the file and its references, one sentence each; empty for
    /// a sound file.
    ///
    /// Runs `PRAGMA integrity_check`, `rtreecheck` and `pragma_foreign_key_check`, and lists posts
    /// without photos, which the schema cannot exclude. All of it runs in one snapshot and reads
    /// the whole file, so its time grows with the store; writers are not blocked. No repair exists
    /// for these faults: restore a backup.
    ///
    /// - Throws: `TimelineError.storageFailed` if the file is too damaged to check.
    public func integrityFaults() throws -> [String] {
        try reading { database in
            let tables = SharedTables(database: database)
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
