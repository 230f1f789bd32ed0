import Foundation
import TimelineCore
import TimelineRecords

/// A projection from scratch and its comparison with the store.
struct ProjectionAudit {
    /// The scratch database, which lists the wrong rows, outside a transaction.
    let scratch: Connection
    private let comparison: ProjectionComparison
    private let faults: [String]
    private let wrongColumns: [String]
    /// The rows of the records without an effect, because they cannot be read or verified.
    let rejected: Set<Int64>

    /// Projects and compares one snapshot.
    ///
    /// - Throws: `TimelineError`.
    init(
        of repository: SQLiteRepository,
        verifying isVerifying: Bool,
        rejected: Set<Int64> = []
    ) throws {
        let connections = repository.connections
        try connections.checkFile(StoreText.reading)
        (scratch, faults, wrongColumns, self.rejected, comparison) = try translatingErrors(
            StoreText.reading
        ) {
            let scratch = try connections.openScratch()
            return try scratch.transaction(.deferred) {
                let projection = try ScratchProjection(
                    on: scratch,
                    verifying: isVerifying,
                    rejected: rejected
                )
                let comparison = try ProjectionComparison(on: scratch)
                return (
                    scratch, projection.faults, projection.wrongColumns, projection.rejected,
                    comparison
                )
            }
        }
    }

    /// The findings, which describe some of the wrong rows.
    var findings: [HealthFinding] {
        faults.map(HealthFinding.recordRejected)
            + (wrongColumns + comparison.differences).map(HealthFinding.projectionWrong)
    }

    /// Whether a repair has anything to do.
    var isWrong: Bool { !wrongColumns.isEmpty || !comparison.differences.isEmpty }
}
