#if Cluster
import Foundation
import TimelineCore
import TimelineSQL

/// The tables that a version of the program uses, and how it makes them from older ones.
///
/// ## Upgrades
/// Servers of different versions use a store at the same time while they are replaced one by one. So a
/// step only adds tables, columns with defaults, and indexes. The database has the version of its
/// tables, and that of the oldest program that may still write. A step raises the second one too if
/// what it adds has to be kept up to date by every writer; older programs then write nothing more, and
/// report that they are not ready.
///
/// A step is serializable, and every write reads the row that it updates. If a step reads what a
/// running transaction writes, one of the two fails and is repeated.
struct PostgresTables: Sendable {
    /// A change of the tables, which makes those of one version from those of the version before.
    struct Step: Sendable {
        /// The oldest version of the tables whose programs may still write.
        let oldestWriter: Int
        /// The statements.
        let statements: [String]
    }

    /// The version of the tables.
    let version: Int
    /// The last steps, of which the last one leads to ``version``.
    let steps: [Step]

    /// The tables of this program.
    static let current = PostgresTables(version: Schema.version, steps: [])

    /// Checks the tables of a store, creates them if the schema is absent, or upgrades them.
    ///
    /// - Parameters:
    ///   - schema: The name of the schema.
    ///   - creating: Whether missing tables are created.
    ///   - connection: A connection outside a transaction.
    /// - Throws: ``MissingStore``, `TimelineError.storeTooNew`, `storeTooOld` or ``PostgresError``.
    func open(_ schema: String, creating: Bool, on connection: PostgresConnection) throws {
        var attempts = Attempts()
        while true {
            let found = try find(schema, creating: creating, on: connection)
            guard found.oldestWriter <= version else { throw TimelineError.storeTooNew }
            guard found.version < version else { return }
            do {
                try upgrade(found, on: connection)
            } catch let error as PostgresError
                where error.kind == .conflict && attempts.mayRepeat(after: error)
            {
                // The next attempt finds what the other transaction has done.
            }
        }
    }

    /// The versions that a database states.
    private typealias Versions = (version: Int, oldestWriter: Int)

    /// Returns the versions of a store, whose tables may be created if they are absent.
    private func find(
        _ schema: String,
        creating: Bool,
        on connection: PostgresConnection
    ) throws -> Versions {
        // Each statement sees what others have committed while this transaction waited for its lock.
        try connection.transaction("BEGIN ISOLATION LEVEL READ COMMITTED") {
            try Self.checkServer(connection)
            try connection.send("SET LOCAL lock_timeout = \(Self.lockTimeout)")
            // Several servers may start at once.
            try connection.send("SELECT pg_advisory_xact_lock(\(Self.applicationLock))")
            let exists = try Statement(
                "SELECT 1 WHERE to_regclass('clock') IS NOT NULL",
                in: connection
            )
            .exists()
            if !exists {
                guard creating else { throw MissingStore() }
                try create(schema, on: connection)
            }
            let found: Versions =
                try Statement("SELECT version, oldest_writer FROM clock", in: connection)
                .first { ($0.int(0), $0.int(1)) } ?? (0, 0)
            if found.oldestWriter <= version {
                try SharedTables(connection: connection).raiseClock()
            }
            return found
        }
    }

    /// Makes the step that follows the tables of a version.
    private func upgrade(_ found: Versions, on connection: PostgresConnection) throws {
        let missing = version - found.version
        guard missing <= steps.count else {
            throw TimelineError.storeTooOld(version: found.version)
        }
        let step = steps[steps.count - missing]
        try connection.withoutTimeLimits {
            try connection.transaction("BEGIN ISOLATION LEVEL SERIALIZABLE") {
                try connection.send("SET LOCAL lock_timeout = \(Self.lockTimeout)")
                // Of two servers that make the same step, the second one waits here, and then conflicts, or
                // finds that the step has been made.
                let isNext =
                    try Statement(
                        "UPDATE clock SET version = ?, oldest_writer = ? WHERE version = ?",
                        in: connection
                    )
                    .runCounting(
                        found.version + 1,
                        max(found.oldestWriter, step.oldestWriter),
                        found.version
                    ) > 0
                guard isNext else { return }
                for statement in step.statements { try connection.send(statement) }
            }
        }
    }

    private static func checkServer(_ connection: PostgresConnection) throws {
        let version = try Statement(
            "SELECT CAST(current_setting('server_version_num') AS INTEGER)",
            in: connection
        )
        .first { $0.int(0) }
        guard version ?? 0 >= 130_000 else { throw DatabaseFault(PostgresText.tooOld) }
        let encoding = try Statement("SELECT current_setting('server_encoding')", in: connection)
            .first { $0.text(0) }
        guard encoding == "UTF8" else { throw DatabaseFault(PostgresText.wrongEncoding) }
    }

    /// The maximum time to wait for each lock, in milliseconds.
    static let lockTimeout = 5000
    /// The number of the lock under which tables are created and changed: "TMLN".
    static let applicationLock = 0x544d_4c4e

    private func create(_ schema: String, on connection: PostgresConnection) throws {
        try connection.send("CREATE SCHEMA IF NOT EXISTS \"\(schema)\"")
        for statement in Schema.postgresStatements() { try connection.send(statement) }
        // Users are updated again and again, which leaves the indexes alone if their page has room.
        try connection.send("ALTER TABLE \"user\" SET (fillfactor = 70)")
        try Statement(
            """
            INSERT INTO clock VALUES (
                1, ?, ?, -CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), ?
            )
            """,
            in: connection
        )
        .run(version, version, withUnsafeBytes(of: UUID().uuid) { Data($0) })
    }
}

/// The error that a database has no store.
package struct MissingStore: Error {}

extension PostgresConnection {
    /// Checks that programs with tables of a version may write.
    ///
    /// - Throws: `TimelineError.storeTooNew` or ``PostgresError``.
    func requireWriter(_ version: Int) throws {
        let oldest = try Statement("SELECT oldest_writer FROM clock", in: self).first { $0.int(0) }
        guard oldest ?? .max <= version else { throw TimelineError.storeTooNew }
    }
}

extension Schema {
    /// Returns the names of all tables in PostgreSQL.
    static func postgresTableNames() -> [String] {
        postgresStatements()
            .compactMap { $0.firstMatch(of: /CREATE TABLE "?(\w+)"? \(/).map { String($0.1) } }
    }

    /// Returns the statements that create all tables in PostgreSQL.
    static func postgresStatements() -> [String] {
        (derived + records + privateTables + postgresTables)
            .replacing(
                /((?:is|has)_\w+) INTEGER NOT NULL( DEFAULT (?<default>[01]))? CHECK \(\g1 IN \(0, 1\)\)/
            ) {
                "\($0.1) BOOLEAN NOT NULL" + ($0.default.map { " DEFAULT \($0 == "1")" } ?? "")
            }
            .replacing(
                "id INTEGER PRIMARY KEY,",
                with: "id INTEGER GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
            )
            .replacing(
                "row INTEGER NOT NULL PRIMARY KEY",
                with: "row INTEGER GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
            )
            .replacing(/(register BLOB) UNIQUE/) { "\($0.1)" }
            // Checking a reference reads the end of the index of posts, to which all new posts are added.
            .replacing(/\ REFERENCES (?:user|post) \(id\)(?: ON DELETE CASCADE)?/, with: "")
            // A count may be less than 0 until its parts are added (`CountParts.swift`).
            .replacing(/count INTEGER NOT NULL( DEFAULT 0)? CHECK \(\w*count >= 0\)/) {
                "count INTEGER NOT NULL\($0.1 ?? "")"
            }
            .replacing(") STRICT, WITHOUT ROWID", with: ")").replacing(") STRICT", with: ")")
            .replacing(/\bTEXT\b/, with: "TEXT COLLATE \"C\"")
            .split(separator: ";\n").map { PostgresSQL(String($0)).text }
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }
}
#endif
