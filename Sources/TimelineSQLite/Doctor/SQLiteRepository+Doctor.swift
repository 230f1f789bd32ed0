import Foundation
public import TimelineCore
import TimelineSQL

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
}

extension SQLiteRepository {
    /// Checks the file, the schema and the references of private tables.
    ///
    /// The checks run `PRAGMA integrity_check`, `rtreecheck` and `pragma_foreign_key_check` in one
    /// snapshot and read the whole file, so the duration grows with the store. Writers are not
    /// blocked. `PRAGMA quick_check` does not compare the entries of indexes with the tables, which
    /// takes most of the time.
    ///
    /// A repair creates missing derived tables, indexes and triggers, and builds damaged indexes
    /// again. The rows of derived tables follow from the records; see
    /// ``audit(repairing:verifying:newestAllowed:)``.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair what can be repaired.
    ///   - isVerifying: Whether to compare the entries of indexes with the tables.
    /// - Returns: The findings before any repair. Those that the repair has not corrected are not
    ///   repairable.
    /// - Throws: `TimelineError.storageFailed` if the file is too damaged to be checked.
    public func integrityFaults(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool
    ) throws -> [HealthFinding] {
        var faults = try structureFaults(verifying: isVerifying)
        guard isRepairing else { return faults.map(\.finding) }
        var repaired: [StructureFinding] = []
        // A missing table hides other faults.
        for _ in 1...DoctorLimits.repairRounds {
            let repairs = faults.compactMap(\.repair)
            guard !repairs.isEmpty else { break }
            repaired += faults
            for repair in repairs {
                // The next check finds the fault if the repair has failed. The first statement makes the
                // connection notice that another one has changed the schema.
                try? writing { try $0.execute("SELECT 1 FROM sqlite_schema; " + repair) }
            }
            faults = try structureFaults(verifying: isVerifying)
        }
        return repaired.filter { !faults.contains($0) }.map(\.finding)
            + faults.map(\.finding.unrepaired)
    }

    private func structureFaults(verifying isVerifying: Bool) throws -> [StructureFinding] {
        let expected = try translatingErrors(StoreText.reading) { try Schema.objects() }
        return try reading { connection in
            let tables = SharedTables(connection: connection)
            let stored = try tables.statement("SELECT name, sql FROM sqlite_schema")
                .all { ($0.text(0), $0.text(1)) }
            let statements = Dictionary(stored) { first, _ in first }
            let faults = expected.compactMap {
                StructureFinding(of: $0, stored: statements[$0.name])
            }
            guard faults.isEmpty else { return faults }
            if try !tables.statement("SELECT 1 FROM clock").exists() { return [.emptyClock] }
            let areCountsWrong = try tables.statement(Schema.wrongRejectionCounts).exists()
            return try Self.damage(tables, verifying: isVerifying) + Self.dangling(tables)
                + (areCountsWrong ? [.wrongRejectionCounts] : [])
        }
    }

    private static func damage(
        _ tables: SharedTables,
        verifying isVerifying: Bool
    ) throws -> [StructureFinding] {
        let indexes = try tables.statement("SELECT name FROM sqlite_schema WHERE type = 'index'")
            .all { $0.text(0) }
        let check = isVerifying ? "integrity_check" : "quick_check"
        let sentences = try tables.statement("PRAGMA \(check)").all { $0.text(0) }
        var faults: [StructureFinding] = []
        for sentence in sentences where sentence != "ok" {
            let index = indexes.first { DoctorFindingText.isAbout($0, sentence) }
            let fault =
                index.map { StructureFinding(ofIndex: $0, repair: "REINDEX \"\($0)\"") }
                ?? StructureFinding(fault: sentence, repair: nil)
            if !faults.contains(fault) { faults.append(fault) }
        }
        if try !arePlacesIntact(tables) {
            let repair = try Schema.creatingAgain("post_place")
            faults.append(StructureFinding(ofIndex: "post_place", repair: repair))
        }
        return faults
    }

    private static func arePlacesIntact(_ tables: SharedTables) throws -> Bool {
        do {
            return try tables.statement("SELECT rtreecheck('post_place')").first { $0.text(0) }
                == "ok"
        } catch let error as SQLiteError where error.isOfDamage {
            return false
        }
    }

    private static func dangling(_ tables: SharedTables) throws -> [StructureFinding] {
        let derived = Set(DerivedTable.all.map(\.name))
        return
            try tables.statement(
                """
                SELECT count(*), "table", parent FROM pragma_foreign_key_check GROUP BY 2, 3
                """
            )
            .all { row in
                guard !derived.contains(row.text(1)) else { return nil }
                let sentence = DoctorFindingText.dangling(
                    row.int(0),
                    in: row.text(1),
                    to: row.text(2)
                )
                return StructureFinding(fault: sentence, repair: nil)
            }
    }
}

/// A fault of the file or of the schema.
private struct StructureFinding: Hashable {
    /// A clause that describes it.
    let fault: String
    /// The statements that repair it, or `nil` if nothing does.
    let repair: String?

    static let emptyClock = StructureFinding(
        fault: DoctorFindingText.clockEmpty,
        repair: Schema.firstClock
    )

    static let wrongRejectionCounts = StructureFinding(
        fault: DoctorFindingText.wrongRejectionCounts,
        repair: Schema.rejectionsCountedAgain
    )

    var finding: HealthFinding {
        repair == nil ? .storageDamaged(fault) : .projectionWrong(DoctorFindingText.sentence(fault))
    }
}

extension StructureFinding {
    /// Compares a table, an index or a trigger with the statement that the store has for it.
    fileprivate init?(of object: Schema.Object, stored: String?) {
        guard stored != object.sql else { return nil }
        guard stored != nil else {
            self.init(
                fault: DoctorFindingText.missing(object.name, object.type),
                repair: object.containsData ? nil : object.creation
            )
            return
        }
        let isTable = object.type == "table"
        self.init(
            fault: DoctorFindingText.different(object.name, object.type),
            repair: isTable ? nil : "DROP \(object.type) \(object.name); \(object.sql)"
        )
    }

    fileprivate init(ofIndex name: String, repair: String) {
        self.init(fault: DoctorFindingText.damagedIndex(name), repair: repair)
    }
}
