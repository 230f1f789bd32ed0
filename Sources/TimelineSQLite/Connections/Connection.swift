import CSQLite
import Foundation
import Synchronization
import TimelineCore
import TimelineSQL

/// A connection to a database, with a cache of its prepared statements.
///
/// SQLite allows several threads to use a connection, but only one at a time
/// (https://sqlite.org/threadsafe.html, "multi-thread"). ``SerialConnection`` and ``ReaderPool``
/// lend each connection to one caller at a time; a connection that neither of them owns must stay on
/// one thread.
final class Connection: SQLConnection, Sendable {
    /// The mode in which a file is opened.
    enum Mode {
        /// Reads and writes a file that exists.
        case writing
        /// Reads a file.
        case reading
        /// Reads a file that no process changes, without locks and without a log.
        ///
        /// SQLite checks neither for changes nor for a log.
        case readingUnchanged
        /// Creates a database that is lost when its connection is closed, without a journal.
        ///
        /// The path is that of an empty file, or empty for a file that SQLite chooses.
        case scratch
    }

    /// The kind of a transaction.
    enum TransactionKind: String {
        /// Creates a snapshot at the first statement that reads.
        case deferred = "BEGIN DEFERRED"
        /// Acquires the write lock at its start.
        case immediate = "BEGIN IMMEDIATE"
    }

    let dialect = SQLDialect.sqlite
    /// The address of SQLite's structure, or 0 once the connection is closed.
    private let address: Atomic<UInt>
    /// The addresses of the prepared statements, by their SQL.
    private let statements = Lock<[String: UInt]>([:])
    /// Whether a transaction of ``transaction(_:_:)`` is running.
    private let isInTransaction = Atomic(false)

    /// Opens a database.
    ///
    /// Every connection checks foreign keys and treats text in double quotes as a name.
    ///
    /// - Parameters:
    ///   - path: The path of a file that exists, or `:memory:` for a database of its own in memory.
    ///   - mode: Whether to read or to write.
    ///   - busyTimeout: The maximum time to wait for a lock, in milliseconds.
    ///   - cacheSize: The size of the page cache, in KiB.
    /// - Throws: `SQLiteError` if the file cannot be opened.
    init(
        _ path: String,
        _ mode: Mode = .writing,
        busyTimeout: Int32 = 0,
        cacheSize: Int = 2000
    ) throws(SQLiteError) {
        let (name, flags) =
            switch mode {
            case .writing: (path, SQLITE_OPEN_READWRITE)
            case .reading: (path, SQLITE_OPEN_READONLY)
            case .readingUnchanged:
                (
                    Self.address(of: path, isUnchanged: true),
                    SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                )
            case .scratch: (path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI)
            }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close(handle) }
            throw SQLiteError(handle.map(sqlite3_extended_errcode) ?? code, of: handle)
        }
        address = Atomic(UInt(bitPattern: handle))
        sqlite3_extended_result_codes(handle, 1)
        try SQLiteError.check(timeline_sqlite_require_single_quotes(handle), of: handle)
        try SQLiteError.check(sqlite3_busy_timeout(handle, busyTimeout), of: handle)
        try execute("PRAGMA foreign_keys = ON; PRAGMA cache_size = -\(cacheSize)")
        if case .scratch = mode {
            try execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
    }

    deinit {
        finalizeStatements()
        sqlite3_close_v2(handle)
    }

    /// Closes the connection, after which every use throws an error.
    ///
    /// Closing the last connection of all processes copies the write-ahead log into the file. A
    /// second call does nothing.
    func close() throws(SQLiteError) {
        finalizeStatements()
        try SQLiteError.check(sqlite3_close(handle), of: handle)
        address.store(0, ordering: .relaxed)
    }

    /// SQLite's structure, or `nil` once the connection is closed.
    var handle: OpaquePointer? { OpaquePointer(bitPattern: address.load(ordering: .relaxed)) }

    /// Runs one or more SQL statements without arguments, and ignores their rows.
    func execute(_ sql: String) throws(SQLiteError) {
        let handle = try openHandle()
        try requireTransaction()
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteError(code, of: handle, sql: sql) }
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws an error or the commit
    /// fails.
    func transaction<Result>(
        _ kind: TransactionKind,
        _ body: () throws -> Result
    ) throws -> Result {
        try Statement(kind.rawValue, in: self).run()
        isInTransaction.store(true, ordering: .relaxed)
        do {
            let answer = try body()
            try requireTransaction()
            isInTransaction.store(false, ordering: .relaxed)
            try Statement("COMMIT", in: self).run()
            return answer
        } catch {
            isInTransaction.store(false, ordering: .relaxed)
            // SQLite has already ended the transaction after some errors, such as a full disk.
            if sqlite3_get_autocommit(handle) == 0 {
                try? execute("ROLLBACK")  // The caller receives the error that occurred first.
            }
            throw error
        }
    }

    /// Runs `body` in the current transaction, and undoes its writes if they violate a constraint.
    ///
    /// - Returns: Whether the writes of `body` were kept.
    /// - Throws: Any other error thrown by `body`, after which the whole transaction must be rolled
    ///   back.
    func undoingViolation(_ body: () throws -> Void) throws -> Bool {
        try Statement("SAVEPOINT violation", in: self).run()
        do {
            try body()
            try Statement("RELEASE violation", in: self).run()
            return true
        } catch let error as SQLiteError where error.isViolation {
            try Statement("ROLLBACK TO violation", in: self).run()
            try Statement("RELEASE violation", in: self).run()
            return false
        }
    }

    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(.deferred, body)
    }

    func isDamage(_ error: any Error) -> Bool { (error as? SQLiteError)?.isOfDamage == true }

    /// SQLite's statements take some microseconds each.
    var memory: StoreMemory? { nil }

    func foresee(_ statements: [ForeseenStatement]) {}

    /// Makes all processes that have the store open forget what they have read.
    ///
    /// They take another version of the schema for a restored backup. Call this method inside a write
    /// transaction.
    func clearCaches() throws {
        let version = try Statement("PRAGMA schema_version", in: self).first { $0.int(0) }
        try execute("PRAGMA schema_version = \((version ?? 0) + 1)")
    }

    /// Checks that SQLite has not rolled back the current transaction because of an error.
    ///
    /// Otherwise, if `body` ignored that error, its later statements would be committed one by one.
    func requireTransaction() throws(SQLiteError) {
        guard isInTransaction.load(ordering: .relaxed) else { return }
        guard sqlite3_get_autocommit(handle) == 0 else {
            throw SQLiteError(SQLiteError.abortRollback, SQLiteErrorText.transactionEnded)
        }
    }

    /// Copies a snapshot of the whole database over another one, in a single step.
    ///
    /// - Parameters:
    ///   - target: The connection to the other database.
    ///   - name: The name of the other database in its connection.
    /// - Throws: `SQLiteError`.
    func copy(to target: Connection, as name: String = "main") throws(SQLiteError) {
        let destination = try target.openHandle()
        guard let backup = sqlite3_backup_init(destination, name, try openHandle(), "main") else {
            throw SQLiteError(sqlite3_extended_errcode(destination), of: destination)
        }
        let code = sqlite3_backup_step(backup, -1)
        let result = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else {
            throw SQLiteError(result == SQLITE_OK ? code : result, of: destination)
        }
    }

    /// Returns a prepared statement from the cache, or prepares it.
    ///
    /// - Throws: `SQLiteError` if the SQL is invalid.
    func prepared(_ sql: String) throws -> any PreparedStatement {
        let cached = statements.withLock { $0[sql] }
        if let statement = cached.flatMap(OpaquePointer.init(bitPattern:)) {
            return SQLiteStatement(statement, in: self)
        }
        let handle = try openHandle()
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(handle, text, -1, flags, &statement, &rest)
            // SQLite prepares only the first of several statements.
            let isWhole = rest.map { String(cString: $0).allSatisfy(\.isWhitespace) } ?? true
            return code == SQLITE_OK && !isWhole ? SQLITE_MISUSE : code
        }
        guard code == SQLITE_OK, let statement else {
            sqlite3_finalize(statement)
            throw SQLiteError(code == SQLITE_OK ? SQLITE_MISUSE : code, of: handle, sql: sql)
        }
        statements.withLock { $0[sql] = UInt(bitPattern: statement) }
        return SQLiteStatement(statement, in: self)
    }

    /// Returns SQLite's structure, or throws an error once the connection is closed.
    private func openHandle() throws(SQLiteError) -> OpaquePointer {
        guard let handle else { throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.closed) }
        return handle
    }

    private func finalizeStatements() {
        statements.withLock { statements in
            for statement in statements.values {
                sqlite3_finalize(OpaquePointer(bitPattern: statement))
            }
            statements = [:]
        }
    }

    /// Returns the address of a file to open for reading (https://sqlite.org/uri.html).
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - isUnchanged: Whether no process changes the file, so that it is read without locks.
    /// - Returns: The address.
    static func address(of path: String, isUnchanged: Bool) -> String {
        URL(filePath: path).absoluteURL.absoluteString + (isUnchanged ? "?immutable=1" : "?mode=ro")
    }
}
