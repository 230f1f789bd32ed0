import CSQLite
package import Foundation
import TimelineCore

/// A store's SQLite file, accessed without TimelineSQLite and its rules.
package final class RawStore: Sendable {
    /// The address of SQLite's connection, which is in its serialized mode.
    private let address: UInt

    private var connection: OpaquePointer? { OpaquePointer(bitPattern: address) }

    /// An error of SQLite.
    package struct Failure: Error {
        /// The message.
        package let message: String
    }

    /// Opens a file and creates it if it is missing.
    package init(_ file: URL) throws {
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let code = sqlite3_open_v2(file.path, &connection, flags, nil)
        address = UInt(bitPattern: connection)
        guard code == SQLITE_OK else { throw failure }
        sqlite3_busy_timeout(connection, 30_000)
        try execute("PRAGMA foreign_keys = ON")
    }

    deinit { sqlite3_close_v2(connection) }

    /// Runs SQL statements.
    package func execute(_ sql: String) throws {
        guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
    }

    /// Overwrites the database with another one, like the `.restore` command of SQLite's shell.
    package func restore(from file: URL) throws {
        let source = try RawStore(file)
        let backup = sqlite3_backup_init(connection, "main", source.connection, "main")
        sqlite3_backup_step(backup, -1)
        guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw failure }
    }

    /// Runs `body` while this connection holds the write lock.
    package func whileLocked(_ body: () throws -> Void) throws {
        try execute("BEGIN IMMEDIATE")
        defer {
            // A test that is interested in the lock notices that it is still held.
            try? execute("COMMIT")
        }
        try body()
    }

    /// Returns the first column of the first row as text.
    package func text(_ sql: String) throws -> String? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
            throw failure
        }
        defer { sqlite3_finalize(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return sqlite3_column_text(statement, 0).map { String(cString: $0) }
        case SQLITE_DONE: return nil
        default: throw failure
        }
    }

    /// Returns the first column of the first row as a number.
    package func number(_ sql: String) throws -> Int? {
        try text(sql).flatMap { Int($0) }
    }

    private var failure: Failure {
        Failure(message: sqlite3_errmsg(connection).map { String(cString: $0) } ?? "")
    }
}

extension RawStore {
    /// Makes all subsequent insertions into a table fail, as on a full disk.
    package func refuseInserts(into table: String) throws {
        try execute(
            """
            CREATE TRIGGER refuse_\(table) BEFORE INSERT ON \(table)
            BEGIN SELECT RAISE(ABORT, 'refused by the test'); END
            """
        )
    }
}
