#if Cluster
import Foundation
import TimelineCore
package import TimelineSQL

/// A copy of a store in a schema of its own, which is renamed once it is complete.
struct PostgresDraft: StoreDraft {
    private let draft: PostgresConnection
    /// The schema of the draft, which is the only one in the search path of its connection.
    private let schema: String
    /// The schema of the finished store.
    private let target: String

    var connection: any SQLConnection { draft }

    /// Opens a draft, and creates it if it does not exist.
    init(_ schema: String, for target: String, on connection: PostgresConnection) throws {
        (draft, self.schema, self.target) = (connection, schema, target)
        try PostgresTables.current.open(schema, creating: true, on: connection)
    }

    func append(
        to table: String,
        _ columns: [TableColumn],
        rows: (_ add: (any StatementArgument) throws -> Void) throws -> Void
    ) throws {
        try draft.transaction("BEGIN") { try draft.copy(to: table, columns, rows: rows) }
    }

    func publish(_ clock: StoreClock) throws {
        try draft.transaction("BEGIN") {
            try draft.send("SELECT pg_advisory_xact_lock(\(PostgresTables.applicationLock))")
            try dropEmptyStore()
            // The row IDs of records contain their arrival numbers.
            try Statement(
                """
                UPDATE clock SET base = greatest(
                    ?, (SELECT coalesce(max(row), 0) >> 20 FROM record)
                ) - CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)
                """,
                in: draft
            )
            .run(clock.epoch)
            try Statement("INSERT INTO batch VALUES (?, TRUE, ?)", in: draft)
                .run(clock.epoch, clock.newest)
            for (table, column) in [("user", "id"), ("record", "row"), ("damaged_record", "row")] {
                try draft.send(
                    """
                    SELECT setval(
                        pg_get_serial_sequence('"\(table)"', '\(column)'),
                        coalesce(max("\(column)"), 0) + 1, FALSE
                    ) FROM "\(table)"
                    """
                )
            }
            try draft.send("ALTER SCHEMA \"\(schema)\" RENAME TO \"\(target)\"")
        }
    }

    /// Drops the schema of the target, which contains an empty store or nothing, if it exists.
    private func dropEmptyStore() throws {
        guard try exists("SELECT 1 FROM pg_namespace WHERE nspname = '\(target)'") else { return }
        guard try exists("SELECT 1 WHERE to_regclass('\"\(target)\".clock') IS NOT NULL") else {
            try draft.send("DROP SCHEMA \"\(target)\"")
            return
        }
        let tables = CopiedTable.all.map { "\"\(target)\".\"\($0.name)\"" }
        try draft.send("LOCK TABLE \(tables.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE")
        for table in tables where try exists("SELECT 1 FROM \(table) LIMIT 1") {
            throw MoveError.targetNotEmpty
        }
        try draft.send("DROP SCHEMA \"\(target)\" CASCADE")
    }

    /// Returns whether a statement in PostgreSQL's language finds a row.
    private func exists(_ sql: String) throws -> Bool {
        try draft.send(sql)
        return try draft.result().rowCount > 0
    }
}

/// A database as the target of a move.
package struct PostgresTarget: StoreTarget {
    private let address: String
    private let schema: String

    /// Creates a target without connecting to its servers.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI of PostgreSQL.
    ///   - schema: The name of the schema, which must be absent or an empty store.
    package init(_ address: String, schema: String = "timeline") {
        (self.address, self.schema) = (address, schema)
    }

    package func manifest() throws -> StoreManifest? {
        let pool = PostgresPool(to: address, schema: schema)
        defer { pool.close() }
        let exists = try translatingErrors(PostgresText.opening) {
            try pool.use { connection in
                try Statement("SELECT 1 WHERE to_regclass('clock') IS NOT NULL", in: connection)
                    .exists()
            }
        }
        guard exists else { return nil }
        let repository = try PostgresRepository(address, schema: schema)
        defer { repository.close() }
        let manifest = try repository.snapshot { try StoreManifest(of: $0) }
        return manifest.isEmpty ? nil : manifest
    }

    package func drafting<Result>(
        _ fingerprint: String,
        _ body: (any StoreDraft) throws -> Result
    ) throws -> Result {
        let name = "\(schema)_move_\(fingerprint)"
        let pool = PostgresPool(to: address, schema: name)
        defer { pool.close() }
        return try translatingErrors(PostgresText.writing) {
            try pool.use { connection in
                // Loading a table is one statement.
                try connection.send("SET statement_timeout = 0")
                // A move that was killed a moment ago may still be writing.
                try connection.send(
                    "SELECT pg_advisory_lock(\(PostgresTables.applicationLock), hashtext('\(schema)'))"
                )
                try connection.finish()
                try dropDrafts(except: name, on: connection)
                return try body(PostgresDraft(name, for: schema, on: connection))
            }
        }
    }

    private func dropDrafts(except name: String, on connection: PostgresConnection) throws {
        let drafts = try Statement(
            """
            SELECT CAST(nspname AS TEXT) FROM pg_namespace
            WHERE starts_with(CAST(nspname AS TEXT), ?) AND nspname <> ?
            """,
            in: connection
        )
        .all("\(schema)_move_", name) { $0.text(0) }
        for draft in drafts { try connection.execute("DROP SCHEMA \"\(draft)\" CASCADE") }
    }
}

extension PostgresRepository: MovableStore {
    package func snapshot<Result>(
        _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try translatingErrors(PostgresText.reading) {
            try pool.use { connection in
                try connection.snapshot {
                    try connection.send("SET LOCAL idle_in_transaction_session_timeout = 0")
                    return try body(connection)
                }
            }
        }
    }

    /// Locks all tables against writes, which wait for some seconds and then fail.
    package func holding<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        let tables = CopiedTable.all.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return try translatingErrors(PostgresText.reading) {
            try pool.use { connection in
                try connection.transaction {
                    try connection.send("SET LOCAL idle_in_transaction_session_timeout = 0")
                    try connection.send("LOCK TABLE \(tables) IN SHARE MODE")
                    // The snapshot begins after this.
                    try connection.finish()
                    return try body(connection)
                }
            }
        }
    }
}
#endif
