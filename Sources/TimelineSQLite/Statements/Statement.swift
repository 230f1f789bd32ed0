import GRDB
import GRDBSQLite

/// A prepared SQL statement that runs with typed arguments.
///
/// Arguments fill the parameters `?1`, `?2`, … in order:
///
/// ```swift
/// let insert = try tables.statement("INSERT INTO post_tag VALUES (?, ?, ?)")
/// for tag in tags { try insert.run(tag.name, post, id.commentKey) }
///
/// let author = try tables.statement("SELECT author FROM post WHERE id = ?")
///     .first(post) { $0.int64(0) }
/// ```
///
/// Each connection prepares a statement once and caches it under its SQL, because preparing costs
/// four times a point read. Rows are read in place: neither a row nor a column allocates an object,
/// which would be most of the cost of a page. (GRDB's own rows do both.)
///
/// All statements with the same SQL share one cursor. A run inside the rows of another run would
/// move the cursor of the outer loop, so it throws instead. No caller needs nested runs; a second
/// copy of the statement would only hide the mistake.
struct Statement {
    /// Retains the prepared statement, which GRDB may drop from its cache at any time.
    private let prepared: GRDB.Statement

    /// The part of a run's arguments, in bytes, that is copied to the stack.
    ///
    /// SQLite copies the rest to the heap, which costs an allocation and two locks for each
    /// argument. A page binds 50 IDs of 15 bytes.
    private static let bufferSize = 1024

    /// Takes a statement from the connection's cache, or prepares it.
    ///
    /// - Throws: `DatabaseError` when the SQL is not valid for the connection's schema.
    init(_ sql: String, in database: Database) throws {
        prepared = try database.cachedStatement(sql: sql)
    }

    private var handle: OpaquePointer { prepared.sqliteStatement }

    /// The number of arguments that a run needs.
    var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// Runs a statement that returns no rows.
    ///
    /// - Returns: the number of rows it inserted, updated or deleted.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func run(_ arguments: any StatementArgument...) throws -> Int {
        try step(arguments) { _ in true }
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    /// Calls `body` for each row.
    ///
    /// - Throws: `DatabaseError`; any error of `body`.
    func forEach(
        _ arguments: any StatementArgument...,
        body: (ResultRow) throws -> Void
    ) throws {
        try step(arguments) { row in
            try body(row)
            return true
        }
    }

    /// Calls `body` for each row until it returns `false`.
    ///
    /// - Throws: `DatabaseError`; any error of `body`.
    func scan(
        _ arguments: any StatementArgument...,
        while body: (ResultRow) throws -> Bool
    ) throws {
        try step(arguments, while: body)
    }

    /// Maps the first row; `nil` when the result is empty.
    ///
    /// SQLite does not compute further rows.
    ///
    /// - Throws: `DatabaseError`; any error of `map`.
    func first<Value>(
        _ arguments: any StatementArgument...,
        map: (ResultRow) throws -> Value
    ) throws -> Value? {
        var first: Value?
        try step(arguments) { row in
            first = try map(row)
            return false
        }
        return first
    }

    /// Maps all rows.
    ///
    /// - Throws: `DatabaseError`; any error of `map`.
    func all<Value>(
        _ arguments: any StatementArgument...,
        map: (ResultRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try step(arguments) { row in
            values.append(try map(row))
            return true
        }
        return values
    }

    /// Whether the result has a row.
    ///
    /// - Throws: `DatabaseError`.
    func exists(_ arguments: any StatementArgument...) throws -> Bool {
        var exists = false
        try step(arguments) { _ in
            exists = true
            return false
        }
        return exists
    }

    /// Binds the arguments, steps through the rows, and resets the statement.
    private func step(
        _ arguments: [any StatementArgument],
        while body: (ResultRow) throws -> Bool
    ) throws {
        let handle = handle
        guard sqlite3_stmt_busy(handle) == 0 else {
            throw DatabaseError(
                resultCode: .SQLITE_MISUSE,
                message: FaultText.statementRuns,
                sql: prepared.sql
            )
        }
        defer {
            sqlite3_reset(handle)
            // The buffer that the bindings point to ends with this call.
            sqlite3_clear_bindings(handle)
        }
        try withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 1) { buffer in
            var parameters = StatementParameters(of: handle, copyingTo: buffer)
            for argument in arguments { argument.bind(to: &parameters) }
            try parameters.finish()
            while try isOnRow(sqlite3_step(handle)), try body(ResultRow(of: handle)) {}
        }
    }

    /// Interprets the result of a step: a row, the end, or an error.
    private func isOnRow(_ code: Int32) throws -> Bool {
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))),
                sql: prepared.sql
            )
        }
    }
}
