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
        try draft.waitingForLocks { _ in
            try draft.transaction("BEGIN") { try replaceEmptyStore(clock) }
        }
    }

    private func replaceEmptyStore(_ clock: StoreClock) throws {
        try draft.send(PostgresConnection.patientLockTimeout)
        try draft.send("SELECT pg_advisory_xact_lock(\(PostgresTables.applicationLock))")
        try draft.dropEmptyStore(target)
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

extension PostgresConnection {
    /// The statement for a transaction that waits longer than others for a lock.
    ///
    /// PostgreSQL's maintenance gives its locks up after `deadlock_timeout`, which is a second.
    fileprivate static let patientLockTimeout = "SET LOCAL lock_timeout = '30s'"

    /// The number of times that a transaction waits for its locks.
    private static let lockAttempts = 4

    /// Runs a transaction that locks whole tables, and repeats it if others hold them for too long.
    ///
    /// - Parameter body: A closure that runs the transaction. Once it has set its argument, it is not
    ///   repeated.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, or ``PostgresError``.
    fileprivate func waitingForLocks<Result>(
        _ body: (_ hasLocks: inout Bool) throws -> Result
    ) throws -> Result {
        try withoutTimeLimits {
            var hasLocks = false
            for _ in 1..<Self.lockAttempts {
                do {
                    return try body(&hasLocks)
                } catch let error as PostgresError
                    where !hasLocks && [.timeout, .conflict].contains(error.kind)
                {
                    // The next attempt waits again.
                }
            }
            return try body(&hasLocks)
        }
    }

    /// Drops a schema that contains an empty store or nothing, if it exists.
    ///
    /// - Throws: ``MoveError/targetNotEmpty`` if there is anything else in it, or if anything outside
    ///   depends on it, or ``PostgresError``. The transaction must then be rolled back.
    fileprivate func dropEmptyStore(_ schema: String) throws {
        guard try finds("SELECT 1 FROM pg_namespace WHERE nspname = '\(schema)'") else { return }
        func list(_ tables: [String]) -> String {
            tables.map { "\"\(schema)\".\"\($0)\"" }.joined(separator: ", ")
        }
        let isStore = try finds("SELECT 1 WHERE to_regclass('\"\(schema)\".clock') IS NOT NULL")
        if isStore {
            let tables = CopiedTable.all.map(\.name)
            try send("LOCK TABLE \(list(tables)) IN ACCESS EXCLUSIVE MODE")
            for table in tables where try finds("SELECT 1 FROM \(list([table])) LIMIT 1") {
                throw MoveError.targetNotEmpty
            }
        }
        do {
            if isStore { try send("DROP TABLE \(list(Schema.postgresTableNames()))") }
            try send("DROP SCHEMA \"\(schema)\"")
            try finish()
        } catch let error as PostgresError where error.isDependency {
            throw MoveError.targetNotEmpty
        }
    }

    /// Returns whether a statement in PostgreSQL's language finds a row.
    private func finds(_ sql: String) throws -> Bool {
        try send(sql)
        return try result().rowCount > 0
    }
}

extension PostgresError {
    /// Whether something else depends on what a statement drops.
    fileprivate var isDependency: Bool { state == "2BP01" }
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
        if exists {
            let repository = try PostgresRepository(address, schema: schema)
            defer { repository.close() }
            let manifest = try repository.snapshot { try StoreManifest(of: $0) }
            guard manifest.isEmpty else { return manifest }
        }
        try translatingErrors(PostgresText.writing) { try pool.use(checkReplacement) }
        return nil
    }

    /// Checks that the draft will be able to replace what is there, by dropping it for a moment.
    private func checkReplacement(on connection: PostgresConnection) throws {
        try connection.waitingForLocks { _ in
            try connection.send("BEGIN")
            defer { connection.rollBack() }
            try connection.send(PostgresConnection.patientLockTimeout)
            try connection.dropEmptyStore(schema)
        }
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
                try connection.withoutTimeLimits {
                    // Maintenance of the draft's tables gives way after a second.
                    try connection.send("SET lock_timeout = '30s'")
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
        for draft in drafts
        where draft.dropFirst("\(schema)_move_".count).wholeMatch(of: /[0-9a-f]{16}/) != nil {
            try connection.execute("DROP SCHEMA \"\(draft)\" CASCADE")
        }
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
    ///
    /// This waits for the maintenance of PostgreSQL and for transactions that are writing.
    package func holding<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        let tables = CopiedTable.all.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return try translatingErrors(PostgresText.reading) {
            try pool.use { connection in
                try connection.waitingForLocks { hasLocks in
                    try connection.transaction {
                        try connection.send("SET LOCAL idle_in_transaction_session_timeout = 0")
                        try connection.send(PostgresConnection.patientLockTimeout)
                        try connection.send("LOCK TABLE \(tables) IN SHARE MODE")
                        // The snapshot begins after this.
                        try connection.finish()
                        hasLocks = true
                        return try body(connection)
                    }
                }
            }
        }
    }
}
#endif
