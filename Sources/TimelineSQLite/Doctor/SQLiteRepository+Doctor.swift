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
    ///   - newestAllowed: The highest stamp that is not in the future.
    /// - Returns: The findings before any repair, with at most 20 for each table. Those that the
    ///   repair has not corrected are not repairable.
    /// - Throws: `TimelineError`.
    public func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool,
        newestAllowed: PushID
    ) throws -> [HealthFinding] {
        try audit(
            repairing: isRepairing,
            verifying: isVerifying,
            newestAllowed: newestAllowed,
            betweenSteps: {}
        )
    }

    /// Compares the derived tables with a projection from scratch.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair the derived tables.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - newestAllowed: The highest stamp that is not in the future.
    ///   - betweenSteps: A closure that is called after each transaction of a repair.
    /// - Returns: The findings before any repair, as above.
    /// - Throws: Any error thrown by `betweenSteps`, or `TimelineError`.
    package func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool = true,
        newestAllowed: PushID = .max,
        betweenSteps: @escaping () throws -> Void
    ) throws -> [HealthFinding] {
        var audit = try ProjectionAudit(
            of: self,
            verifying: isVerifying,
            newestAllowed: newestAllowed
        )
        guard isRepairing else { return audit.findings }
        var findings = audit.findings
        // Another process may have built on a value before it was repaired, and a repair brings in
        // records that were waiting for a row that was missing.
        for _ in 1...Self.repairRounds where audit.isWrong {
            try ProjectionRepair(of: self, audit, betweenSteps: betweenSteps).run()
            // Wrong columns can conceal a key, and are repaired in rounds of their own.
            let conceals = audit.hasWrongColumns
            audit = try ProjectionAudit(
                of: self,
                verifying: isVerifying && conceals,
                newestAllowed: newestAllowed
            )
            if conceals { findings += audit.findings.filter { !findings.contains($0) } }
        }
        if !findings.isEmpty { try clearCaches() }
        let rest = audit.wrong
        return findings.filter { !rest.contains($0) } + rest.map(\.unrepaired)
    }

    /// Makes all processes that have the store open forget the pages that they have read.
    ///
    /// They take another version of the schema for a restored backup.
    private func clearCaches() throws {
        try writing { connection in
            let version = try Statement("PRAGMA schema_version", in: connection).first { $0.int(0) }
            try connection.execute("PRAGMA schema_version = \((version ?? 0) + 1)")
        }
    }

    /// The maximum number of rounds of a repair.
    static let repairRounds = 5
}
