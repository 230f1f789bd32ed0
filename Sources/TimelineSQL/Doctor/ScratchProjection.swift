import Foundation
import TimelineCore
import TimelineCrypto

/// The derived tables that follow from one snapshot of the records, in a database of their own.
///
/// The statements are those of every write: the scratch database contains the derived tables, and the
/// store is attached to it, so that the same names refer to the derived tables here and to the
/// records there.
struct ScratchProjection {
    /// A connection to the scratch database, inside a transaction that reads one snapshot of the
    /// store, as the schema `store`.
    let connection: any SQLConnection
    /// The records that are kept out, because they cannot be read or verified.
    private(set) var rejected = FindingList()
    /// Whether the table of records contains some of them, which a repair sets aside.
    private(set) var rejectsRecords = false
    /// The records with wrong columns.
    private(set) var wrongColumns = FindingList()
    /// The keys of held records that no record adds.
    private var missingKeys: Set<SigningKeyID> = []
    /// The highest arrival of a record.
    private var arrival = 0
    /// The public keys, if signatures are verified.
    private var keys: KeyDirectory?

    /// The maximum number of records that are projected together.
    private static let chunkSize = 8192
    /// The number of bytes after which records are projected.
    ///
    /// Their texts take about as much memory again.
    private static let chunkByteCount = 16 << 20

    /// Projects all records.
    ///
    /// - Parameters:
    ///   - connection: A connection to an empty database in a transaction. See
    ///     ``StoreConnections/openScratch()``.
    ///   - isVerifying: Whether to verify the signatures of all records.
    /// - Throws: `SQLiteError`.
    init(on connection: any SQLConnection, verifying isVerifying: Bool) throws {
        self.connection = connection
        keys = isVerifying ? KeyDirectory() : nil
        try connection.execute(Schema.derived + Schema.sqliteIndexes + Schema.clock)
        try connection.execute(
            """
            CREATE TABLE wrong_record (row INTEGER PRIMARY KEY);
            CREATE TABLE rejected_record (row INTEGER PRIMARY KEY);
            CREATE TABLE intact_record (row INTEGER PRIMARY KEY);
            """
        )
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
        try checkDamaged()
        // A wrong kind in the table can have concealed a key until now.
        if wrongColumns.isEmpty { try describeMissingKeys() }
        let accounts = PrivateTables(connection: connection)
        let transaction = try WriteTransaction(connection)
        try transaction.updateLocalUsers(of: Set(accounts.users())) { _ in true }
        try transaction.finish()
        try statement("UPDATE main.clock SET epoch = ?").run(Int64(arrival))
    }

    /// Drops the indexes that only readers and deletions need.
    private func dropIndexes() throws {
        let names = try statement(
            """
            SELECT name FROM main.sqlite_schema WHERE type = 'index' AND sql NOT NULL
                AND name NOT IN ('user_username', 'user_local', 'user_deleted')
            """
        )
        .all { $0.text(0) }
        for name in names { try connection.execute("DROP INDEX main.\(name)") }
    }

    /// The kinds that a batch adds before all others, in this order.
    private static let introductions =
        RecordKind.allCases.filter(\.introducesAuthor).sorted { $0.rank < $1.rank }

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

    private mutating func project(_ rowIDs: ArraySlice<Int64>) throws {
        let query = try statement("SELECT \(RecordRow.columns) FROM record WHERE row = ?")
        var rows: [RecordRow] = []
        var byteCount = 0
        for rowID in rowIDs {
            guard let row = try query.first(rowID, map: RecordRow.init) else { continue }
            rows.append(row)
            byteCount += row.byteCount
            guard byteCount > Self.chunkByteCount else { continue }
            try project(rows)
            (rows, byteCount) = ([], 0)
        }
        try project(rows)
    }

    private mutating func project(_ rows: [RecordRow]) throws {
        let transaction = try WriteTransaction(connection)
        var newest: [User.ID: PushID] = [:]
        for (row, result) in zip(rows, verified(rows)) {
            switch result {
            case .failure(let fault):
                rejectsRecords = true
                try statement("INSERT INTO rejected_record VALUES (?)").run(row.rowID)
                rejected.append(fault.description(of: row.id))
            case .success(let record):
                try checkColumns(of: row, record)
                arrival = max(arrival, row.news.arrival)
                let stored = StoredRecord(record, rowID: row.rowID, news: row.news)
                newest[stored.author] = max(newest[stored.author] ?? .min, stored.stamp)
                try transaction.addKeys(of: record)
                let key = SigningKeyID(signing: record)
                if try transaction.addMissingKey(key) { missingKeys.insert(key) }
                try transaction.project(stored)
            }
        }
        try transaction.tables.raiseNewestStamps(to: newest)
        try transaction.finish()
    }

    /// Decodes and verifies records on all processors.
    private mutating func verified(
        _ rows: [RecordRow]
    ) -> [Result<VerifiedRecord, RecordRow.ReadError>] {
        let decoded = ConcurrentParts.map(rows.count) { rows[$0].record }
        for case let record? in decoded where record.content.kind == .keyAdded {
            // A key that cannot be verified is rejected below.
            if let added = try? keys?.verify(record) { keys?.insert(added) }
        }
        let directory = keys
        return ConcurrentParts.map(rows.count) { rows[$0].check(decoded[$0], with: directory) }
    }

    /// Notes whether the columns of a record differ from its signed values.
    private mutating func checkColumns(of row: RecordRow, _ record: VerifiedRecord) throws {
        guard row.index != RecordRow.Index(of: record) || !row.isArrivalPossible else { return }
        try statement("INSERT INTO wrong_record VALUES (?)").run(row.rowID)
        wrongColumns.append(DoctorFindingText.wrongColumns(of: record.id.description))
    }

    private mutating func describeMissingKeys() throws {
        for key in missingKeys {
            let name = try statement("SELECT shown_name FROM main.user WHERE uuid = ?")
                .first(key.user) { $0.optionalText(0) }
            let user = name.flatMap { $0 }.map { "@" + $0 } ?? key.user.description
            rejected.append(DoctorFindingText.missingKey(key.key.description, of: user))
        }
    }

    /// Checks the records that were set aside, which a missing key can have concealed.
    private mutating func checkDamaged() throws {
        let rows = try statement("SELECT row FROM damaged_record").all { $0.int64(0) }
        let query = try statement(
            "SELECT \(RecordRow.damagedColumns) FROM damaged_record WHERE row = ?"
        )
        for rowID in rows {
            guard let row = try query.first(rowID, map: RecordRow.init) else { continue }
            let record = row.record
            // Any error means that the record cannot be verified.
            if let record, let keys, let intact = try? keys.verify(record) {
                try statement("INSERT INTO intact_record VALUES (?)").run(rowID)
                wrongColumns.append(DoctorFindingText.wrongColumns(of: intact.id.description))
            } else {
                let hasID = record.map { Data($0.id.bytes) == row.index.id }
                let fault =
                    hasID.map { $0 ? RecordRow.ReadError.unverified : .wrongID } ?? .unreadable
                rejected.append(fault.description(of: row.id))
            }
        }
    }
}
