import Foundation
import TimelineCore

/// A projection from scratch and its comparison with the store.
struct ProjectionAudit {
    /// The scratch database, which lists the wrong rows, outside a transaction.
    let scratch: any SQLConnection
    private let projection: ScratchProjection
    private let comparison: ProjectionComparison

    /// Projects and compares one snapshot.
    init(
        of store: some SQLStore,
        verifying isVerifying: Bool,
        newestAllowed: PushID
    ) throws {
        (scratch, projection, comparison) = try store.translatingDatabaseErrors(.reading) {
            let scratch = try store.openScratch()
            return try scratch.transaction {
                let projection = try ScratchProjection(on: scratch, verifying: isVerifying)
                let comparison = try ProjectionComparison(
                    on: scratch,
                    of: store.dialect,
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
        if count <= DoctorFindingText.limit { sentences.append(sentence) }
    }

    /// Returns the findings, given a closure that creates one from a sentence and the number of
    /// defects that it describes.
    func findings(_ makeFinding: (String, Int) -> HealthFinding) -> [HealthFinding] {
        let (findings, others) = (sentences.map { makeFinding($0, 1) }, count - sentences.count)
        guard others > 0 else { return findings }
        return findings + [makeFinding(DoctorFindingText.more(others, of: "record"), others)]
    }
}

/// The difference between the words in two full-text indexes, as 64-bit sums for each row.
///
/// If a row has different words in the two indexes, its sum is not 0, except with a probability of
/// 2⁻⁶⁴. The hashes of a row's words can be added in any order, so a comparison neither sorts an
/// index nor holds it in memory.
///
/// Each hash covers a word and its position, so the same words in a different order have a
/// different fingerprint. Each process seeds its hashes randomly, so fingerprints must not be
/// stored.
struct IndexFingerprint {
    /// The sums of the hashes of each row's words, modulo 2⁶⁴.
    private var sums: [Int64: UInt64] = [:]

    /// Adds all words of one index and subtracts all words of another one.
    ///
    /// - Parameters:
    ///   - stored: A statement that reads the term, the row ID and the position of each word.
    ///   - expected: A statement that reads the same columns of the other index.
    /// - Throws: `SQLiteError`.
    init(_ stored: Statement, _ expected: Statement) throws {
        try stored.forEach { row in sums[row.int64(1), default: 0] &+= Self.hash(of: row) }
        try expected.forEach { row in sums[row.int64(1), default: 0] &-= Self.hash(of: row) }
    }

    /// The rows with different words, in ascending order.
    var differentRows: [Int64] { sums.filter { $0.value != 0 }.keys.sorted() }

    private static func hash(of row: ResultRow) -> UInt64 {
        var hasher = Hasher()
        row.hash(0, into: &hasher)
        hasher.combine(row.int64(2))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
