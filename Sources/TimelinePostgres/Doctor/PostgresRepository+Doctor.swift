#if Cluster
import Foundation
package import TimelineCore
package import TimelineSQL
import TimelineSQLite

extension PostgresRepository: SQLStore {
    package var dialect: SQLDialect { .postgres }

    package func openScratch() throws -> any SQLConnection {
        try snapshot { try ScratchCopy.open(of: $0) }
    }

    package func translatingDatabaseErrors<Result>(
        _ operation: StoreOperation,
        _ body: () throws -> Result
    ) throws -> Result {
        try ScratchCopy.translatingErrors(operation, body)
    }

    /// Returns nothing, because the indexes of words and places are tables.
    package func statementsCreatingAgain(_ index: String) -> String { "" }
}

extension PostgresRepository {
    /// Copies one snapshot to a database in SQLite, projects its records again there, and compares the
    /// derived tables with the projection, row by row.
    ///
    /// The copy and the projection are files in the folder for temporary files, which take about twice
    /// the size of the shared tables. Writers are not blocked. A repair writes as that of
    /// `SQLiteRepository` does, and copies the store again afterwards.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair the derived tables.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - newestAllowed: The highest stamp that is not in the future.
    /// - Returns: The findings before any repair. Those that the repair has not corrected are not
    ///   repairable.
    /// - Throws: `TimelineError`.
    package func audit(
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

    /// Checks that all tables, columns and indexes are there, and the numbers of rejected records.
    ///
    /// PostgreSQL itself checks neither its files nor the entries of its indexes, which its own programs
    /// do (`pg_amcheck`). What a newer version has added is not wrong.
    ///
    /// A repair creates missing tables and indexes that follow from others. Their rows follow from the
    /// records (``audit(repairing:verifying:newestAllowed:)``).
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair what can be repaired.
    ///   - isVerifying: Not used.
    /// - Returns: The findings before any repair. Those that the repair has not corrected are not
    ///   repairable.
    /// - Throws: `TimelineError`, also if a repair fails for another reason than wrong rows.
    package func integrityFaults(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool
    ) throws -> [HealthFinding] {
        let faults = try structureFaults()
        guard isRepairing else { return faults.map(\.finding) }
        for fault in faults where !fault.repair.isEmpty { try repair(fault) }
        let rest = try structureFaults()
        return faults.filter { !rest.contains($0) }.map(\.finding) + rest.map(\.finding.unrepaired)
    }

    /// Runs the statements that repair a fault, however long they take.
    private func repair(_ fault: StructureFault) throws {
        var attempts = Attempts(patience: patience.write)
        try translatingErrors(PostgresText.writing) {
            while true {
                do {
                    return try pool.use { connection in
                        try connection.withoutTimeLimits {
                            try connection.transaction("BEGIN ISOLATION LEVEL SERIALIZABLE") {
                                try connection.send(
                                    "SET LOCAL lock_timeout = \(PostgresTables.lockTimeout)"
                                )
                                try connection.requireWriter(version)
                                for statement in fault.repair { try connection.execute(statement) }
                            }
                        }
                    }
                } catch let error as PostgresError where error.kind == .violation {
                    // An index does not accept wrong rows, which are repaired after the tables. The next
                    // check finds that it is still missing.
                    return
                } catch let error as PostgresError where attempts.mayRepeat(after: error) {
                    if error.kind == .connection { pool.forgetIdle() }
                }
            }
        }
    }

    private func structureFaults() throws -> [StructureFault] {
        try translatingErrors(PostgresText.reading) {
            try pool.use { connection in
                let stored = try connection.transaction { try TableParts(on: connection) }
                let expected = try TableParts.expected(on: connection)
                let faults = expected.faults(of: stored)
                guard faults.isEmpty else { return faults }
                return try connection.snapshot {
                    func finds(_ query: String) throws -> Bool {
                        try Statement(query, in: connection).exists()
                    }
                    if try !finds("SELECT 1 FROM clock") { return [.emptyClock] }
                    return try finds(Schema.wrongRejectionCounts) ? [.wrongRejectionCounts] : []
                }
            }
        }
    }
}

/// A fault of the tables.
struct StructureFault: Hashable {
    /// A clause that describes it.
    let fault: String
    /// The statements that repair it, which are none if nothing does.
    let repair: [String]

    static let emptyClock = StructureFault(fault: DoctorFindingText.clockEmpty, repair: [])

    static let wrongRejectionCounts = StructureFault(
        fault: DoctorFindingText.wrongRejectionCounts,
        repair: [Schema.rejectionsCountedAgain]
    )

    var finding: HealthFinding {
        repair.isEmpty
            ? .storageDamaged(fault) : .projectionWrong(DoctorFindingText.sentence(fault))
    }
}
#endif
