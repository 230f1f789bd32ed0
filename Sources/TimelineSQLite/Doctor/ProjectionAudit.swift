import Foundation
import TimelineCore
import TimelineRecords

/// A projection from scratch and its comparison with the store.
struct ProjectionAudit {
    /// The scratch database, which lists the wrong rows, outside a transaction.
    let scratch: Connection
    private let projection: ScratchProjection
    private let comparison: ProjectionComparison

    /// Projects and compares one snapshot.
    ///
    /// - Throws: `TimelineError`.
    init(
        of repository: SQLiteRepository,
        verifying isVerifying: Bool,
        newestAllowed: PushID
    ) throws {
        let connections = repository.connections
        try connections.checkFile(StoreText.reading)
        (scratch, projection, comparison) = try translatingErrors(StoreText.reading) {
            let scratch = try connections.openScratch()
            return try scratch.transaction(.deferred) {
                let projection = try ScratchProjection(on: scratch, verifying: isVerifying)
                let comparison = try ProjectionComparison(
                    on: scratch,
                    newestAllowed: newestAllowed
                )
                return (scratch, projection, comparison)
            }
        }
    }

    /// Whether the table of records has wrong columns, so that the comparison means little.
    var hasWrongColumns: Bool { !projection.wrongColumns.isEmpty }

    /// The findings, which describe some of the wrong rows.
    var findings: [HealthFinding] { projection.rejected.findings + wrong }

    /// The findings that a repair corrects.
    var wrong: [HealthFinding] {
        hasWrongColumns ? projection.wrongColumns.findings : comparison.differences
    }

    /// Whether a repair has anything to do.
    var isWrong: Bool { !wrong.isEmpty || projection.rejectsRecords }
}

/// The findings of one kind, of which the first are described and the others are counted.
struct FindingList {
    private let makeFinding: @Sendable (String, Int) -> HealthFinding
    private var first: [HealthFinding] = []
    private var others = 0

    /// Creates an empty list.
    ///
    /// - Parameter makeFinding: A closure that creates a finding from a sentence and the number of
    ///   defects that it describes.
    init(_ makeFinding: @escaping @Sendable (String, Int) -> HealthFinding) {
        self.makeFinding = makeFinding
    }

    /// The findings.
    var findings: [HealthFinding] {
        others == 0 ? first : first + [makeFinding(DoctorText.more(others, of: "record"), others)]
    }
    var isEmpty: Bool { first.isEmpty }

    /// Adds a finding.
    mutating func append(_ sentence: String) {
        if first.count < DoctorText.limit {
            first.append(makeFinding(sentence, 1))
        } else {
            others += 1
        }
    }
}
