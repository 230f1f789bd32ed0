import Foundation
public import TimelineCore

extension SQLiteRepository {
    /// Projects one snapshot of the records again, in a database of its own, and compares the derived
    /// tables with it, row by row.
    ///
    /// The scratch database is a file beside the store, or in the folder for temporary files. It is
    /// about as large as the store without its records. Writers are not blocked.
    ///
    /// A repair writes in transactions of some milliseconds, between which other processes may write.
    /// Each transaction derives its writes from the records at that time. Afterwards, the store is
    /// compared again, until nothing is wrong or the maximum number of rounds is reached.
    ///
    /// A record that cannot be read or verified has no effect, and is never deleted. A repair sets it
    /// aside, so that an intact copy can take its place.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair the derived tables.
    ///   - isVerifying: Whether to verify the signatures of all records.
    /// - Returns: The findings before any repair, with at most 20 for each table. Those that the
    ///   repair has not corrected are not repairable.
    /// - Throws: `TimelineError`.
    public func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool
    ) throws -> [HealthFinding] {
        try audit(repairing: isRepairing, verifying: isVerifying, betweenSteps: {})
    }

    /// Compares the derived tables with a projection from scratch.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair the derived tables.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - betweenSteps: A closure that is called after each transaction of a repair.
    /// - Returns: The findings before any repair, as above.
    /// - Throws: Any error thrown by `betweenSteps`, or `TimelineError`.
    package func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool = true,
        betweenSteps: @escaping () throws -> Void
    ) throws -> [HealthFinding] {
        var audit = try ProjectionAudit(of: self, verifying: isVerifying)
        guard isRepairing else { return audit.findings }
        var findings = audit.findings
        // Another process may have built on a value before it was repaired, and a repair brings in
        // records that were waiting for a row that was missing.
        for _ in 1...Self.repairRounds where audit.isWrong {
            try ProjectionRepair(of: self, audit, betweenSteps: betweenSteps).run()
            // Wrong columns can conceal a key, and are repaired in rounds of their own.
            let conceals = audit.hasWrongColumns
            audit = try ProjectionAudit(of: self, verifying: isVerifying && conceals)
            if conceals { findings += audit.findings.filter { !findings.contains($0) } }
        }
        let rest = audit.wrong
        return findings.filter { !rest.contains($0) } + rest.map(\.unrepaired)
    }

    /// The maximum number of rounds of a repair.
    private static let repairRounds = 5

    /// Returns the faults that SQLite reports for the file and the references of private tables, one
    /// sentence each, or an empty array if the file is intact.
    ///
    /// This method runs `PRAGMA integrity_check`, `rtreecheck` and `pragma_foreign_key_check`. All
    /// queries run in one snapshot and read the whole file, so the duration grows with the store.
    /// Writers are not blocked. These faults cannot be repaired. Restore a backup instead.
    ///
    /// - Throws: `TimelineError.storageFailed` if the file is too damaged to be checked.
    public func integrityFaults() throws -> [String] {
        try reading { connection in
            let tables = SharedTables(connection: connection)
            let faults =
                try tables.statement("PRAGMA integrity_check").all { $0.text(0) }
                + tables.statement("SELECT rtreecheck('post_place')").all { $0.text(0) }
            let derived = Set(DerivedTable.all.map(\.name))
            let references =
                try tables.statement(
                    """
                    SELECT count(*), "table", parent FROM pragma_foreign_key_check GROUP BY 2, 3
                    """
                )
                .all { (count: $0.int(0), table: $0.text(1), parent: $0.text(2)) }
                .filter { !derived.contains($0.table) }
            return faults.filter { $0 != "ok" }
                + references.map { DoctorText.dangling($0.count, in: $0.table, to: $0.parent) }
        }
    }
}
