import Foundation
import TimelineCore

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
    var findings: [HealthFinding] {
        projection.rejected.findings(HealthFinding.recordRejected) + wrong
    }

    /// The findings that a repair corrects.
    var wrong: [HealthFinding] {
        hasWrongColumns
            ? projection.wrongColumns.findings(HealthFinding.projectionWrong)
            : comparison.differences
    }

    /// Whether a repair has anything to do.
    var isWrong: Bool { !wrong.isEmpty || projection.rejectsRecords }
}

/// Findings of one kind about records, of which the first are described and the others are counted.
struct FindingList {
    private var sentences: [String] = []
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds a finding.
    mutating func append(_ sentence: String) {
        count += 1
        if count <= DoctorText.limit { sentences.append(sentence) }
    }

    /// Returns the findings, given a closure that creates one from a sentence and the number of
    /// defects that it describes.
    func findings(_ makeFinding: (String, Int) -> HealthFinding) -> [HealthFinding] {
        let (findings, others) = (sentences.map { makeFinding($0, 1) }, count - sentences.count)
        guard others > 0 else { return findings }
        return findings + [makeFinding(DoctorText.more(others, of: "record"), others)]
    }
}
