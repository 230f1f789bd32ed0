import Foundation
import TimelineCore
import TimelineRecords

/// The derived tables that follow from one snapshot of the records, in a database of their own.
///
/// The statements are those of every write: the scratch database contains the derived tables, and the
/// store is attached to it, so that the same names refer to the derived tables here and to the
/// records there.
struct ScratchProjection {
    /// A connection to the scratch database, inside a transaction that reads one snapshot of the
    /// store, as the schema `store`.
    let connection: Connection
    /// The rows of the records that are kept out, because they cannot be read or verified.
    private(set) var rejected: Set<Int64>
    /// The descriptions of the records that were rejected here.
    private(set) var faults: [String] = []
    /// The descriptions of the first wrong columns in `record`.
    private(set) var wrongColumns: [String] = []
    /// The public keys, if signatures are verified.
    private var keys: KeyDirectory?

    /// The number of records that are projected together.
    ///
    /// Their texts take about ten megabytes of memory.
    private static let chunkSize = 8192

    /// Projects all records.
    ///
    /// - Parameters:
    ///   - connection: A connection to an empty database in a transaction. See
    ///     ``StoreConnections/openScratch()``.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - rejected: The rows of records that are known to be wrong.
    /// - Throws: `SQLiteError`.
    init(on connection: Connection, verifying isVerifying: Bool, rejected: Set<Int64>) throws {
        self.connection = connection
        self.rejected = rejected
        keys = isVerifying ? KeyDirectory() : nil
        try connection.execute(Schema.derived + Schema.clock)
        try connection.execute("CREATE TABLE wrong_record (row INTEGER PRIMARY KEY)")
        try dropIndexes()
        // Users have the same row IDs as in the store, so rows that refer to them can be compared.
        try statement("INSERT OR IGNORE INTO main.user (id, uuid) SELECT id, uuid FROM store.user")
            .run()
        for kind in Self.introductions {
            let rows = try statement(
                """
                SELECT row FROM record INDEXED BY record_introduction
                WHERE kind IN \(RecordColumns.introductions) AND kind = ? ORDER BY row
                """
            )
            .all(Int64(kind.rawValue)) { $0.int64(0) }
            for start in stride(from: 0, to: rows.count, by: Self.chunkSize) {
                try project(rows[start...].prefix(Self.chunkSize))
            }
        }
        try projectOthers()
        let accounts = PrivateTables(connection: connection)
        let transaction = try WriteTransaction(connection)
        try transaction.settleAccounts(of: Set(accounts.users())) { _ in true }
        try transaction.finish()
    }

    /// Drops the indexes that only readers and deletions need.
    private func dropIndexes() throws {
        let names = try statement(
            """
            SELECT name FROM main.sqlite_schema WHERE type = 'index' AND sql NOT NULL
                AND name NOT IN ('user_username', 'user_local', 'user_removed')
            """
        )
        .all { $0.text(0) }
        for name in names { try connection.execute("DROP INDEX main.\(name)") }
    }

    /// The kinds that a batch adds before all others, in this order.
    private static let introductions: [RecordKind] = [
        .keyAdded, .keyEnded, .userLeft, .profileSet,
    ]

    private func statement(_ sql: String) throws -> Statement { try Statement(sql, in: connection) }

    /// Projects all records but introductions, in the order of their arrival.
    private mutating func projectOthers() throws {
        let next = try statement(
            """
            SELECT row FROM record WHERE kind NOT IN \(RecordColumns.introductions) AND row > ?
            ORDER BY row LIMIT ?
            """
        )
        var last = Int64.min
        while true {
            let rows = try next.all(last, Self.chunkSize) { $0.int64(0) }
            guard let end = rows.last else { return }
            last = end
            try project(rows[...])
        }
    }

    private mutating func project(_ rows: ArraySlice<Int64>) throws {
        let query = try statement("SELECT \(RecordRow.columns) FROM record WHERE row = ?")
        try project(
            try rows.filter { !rejected.contains($0) }
                .compactMap { try query.first($0, map: RecordRow.init) }
        )
    }

    private mutating func project(_ rows: [RecordRow]) throws {
        let transaction = try WriteTransaction(connection)
        var newest: [User.ID: PushID] = [:]
        for (row, result) in zip(rows, verified(rows)) {
            switch result {
            case .failure(let fault):
                rejected.insert(row.rowID)
                if faults.count < DoctorText.limit {
                    faults.append(fault.description(of: row.id))
                }
            case .success(let record):
                try checkColumns(of: row, record)
                let stored = StoredRecord(record, rowID: row.rowID, news: row.news)
                newest[stored.author] = max(newest[stored.author] ?? .min, stored.stamp)
                try transaction.addKeys(of: record)
                try transaction.project(stored)
            }
        }
        try transaction.tables.raiseNewestStamps(to: newest)
        try transaction.finish()
    }

    /// Decodes and verifies records on all processors.
    private mutating func verified(
        _ rows: [RecordRow]
    ) -> [Result<VerifiedRecord, RecordRow.Fault>] {
        let decoded = ConcurrentParts.map(rows.count) { rows[$0].decoded }
        guard var keys else { return decoded }
        for case .success(let record) in decoded where record.body.content.kind == .keyAdded {
            // A key that cannot be verified is rejected below.
            if (try? keys.verify(record.record)) != nil { keys.insert(record) }
        }
        self.keys = keys
        let directory = keys
        return ConcurrentParts.map(rows.count) { index in
            decoded[index]
                .flatMap { record in
                    // Any error means that the record cannot be verified.
                    (try? directory.verify(record.record)) == nil
                        ? .failure(.unverified) : .success(record)
                }
        }
    }

    /// Notes whether the columns of a record differ from its signed values.
    private mutating func checkColumns(of row: RecordRow, _ record: VerifiedRecord) throws {
        guard row.index != RecordRow.Index(of: record) else { return }
        try statement("INSERT INTO wrong_record VALUES (?)").run(row.rowID)
        if wrongColumns.count < DoctorText.limit {
            wrongColumns.append(DoctorText.wrongColumns(of: row.id))
        }
    }
}
