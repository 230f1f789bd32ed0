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
/// ## Preparing
/// Each connection prepares a statement once and caches it under its SQL, because preparing costs
/// four times a point read. So SQL is built from a fixed number of texts, never from values: a list
/// of IDs is bound, not spelled out, and lists of different lengths share the statements of a few
/// sizes.
///
/// ## Rows
/// Rows are read in place: neither a row nor a column allocates an object, which would be most of
/// the cost of a page. (GRDB's own rows do both.) A `ResultRow` is valid only inside the closure
/// that receives it.
///
/// ## One run at a time
/// All statements with the same SQL share one cursor. A run inside the rows of another run would
/// move the cursor of the outer loop, so it throws instead. No caller needs nested runs; a second
/// copy of the statement would only hide the mistake. A statement with different SQL may run inside
/// the rows of another.
///
/// Each run resets the statement and clears its bindings when it ends, by the last row, by the
/// closure or by an error. A statement that was left on a row would hold its snapshot, and SQLite
/// could not restart the log meanwhile.
///
/// ## Threads
/// A statement belongs to its connection. Use it only inside the closure that received the
/// connection, and do not store it beyond that.
struct Statement {
    /// Retains the prepared statement, which GRDB may drop from its cache at any time.
    private let prepared: GRDB.Statement

    /// The part of a run's arguments, in bytes, that is copied to the stack.
    ///
    /// SQLite copies the rest to the heap, which costs an allocation and two locks for each
    /// argument. A page binds 50 IDs of 15 bytes.
    ///
    /// A kilobyte holds the arguments of such a page, and of every write except long texts.
    private static let bufferSize = 1024

    /// Takes a statement from the connection's cache, or prepares it.
    ///
    /// Costs a look-up in a dictionary by the text of the SQL; the first use on a connection
    /// compiles it.
    ///
    /// - Throws: `DatabaseError` when the SQL is not valid for the connection's schema.
    init(_ sql: String, in database: Database) throws {
        prepared = try database.cachedStatement(sql: sql)
    }

    /// SQLite's statement.
    private var handle: OpaquePointer { prepared.sqliteStatement }

    /// The number of arguments that a run needs.
    ///
    /// The highest number of a parameter counts: `?3` alone makes three.
    var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// Runs a statement that returns no rows.
    ///
    /// The number leaves out rows that triggers or foreign keys change. It describes the last
    /// statement that wrote, so it means nothing after a `SELECT`.
    ///
    /// - Parameter arguments: the values of all parameters, in order.
    /// - Returns: the number of rows it inserted, updated or deleted.
    /// - Throws: `DatabaseError`: a violated constraint; `SQLITE_MISUSE` inside a run of the same
    ///   SQL; `SQLITE_RANGE` for a wrong number of arguments.
    @discardableResult
    func run(_ arguments: any StatementArgument...) throws -> Int {
        try step(arguments) { _ in true }
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    /// Calls `body` for each row.
    ///
    /// - Parameters:
    ///   - arguments: the values of all parameters, in order.
    ///   - body: reads the columns of a row; an error ends the run.
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
    /// SQLite computes one row after the other, so rows behind the last one cost nothing, unless
    /// the plan sorts. A scan of a long index is thereby bounded by the reader, without a `LIMIT`
    /// that would have to be known in advance.
    ///
    /// - Parameters:
    ///   - arguments: the values of all parameters, in order.
    ///   - body: reads the columns of a row, and returns whether to continue.
    /// - Throws: `DatabaseError`; any error of `body`.
    func scan(
        _ arguments: any StatementArgument...,
        while body: (ResultRow) throws -> Bool
    ) throws {
        try step(arguments, while: body)
    }

    /// Maps the first row; `nil` when the result is empty.
    ///
    /// SQLite does not compute further rows. A column that may be `NULL` makes the result a double
    /// optional: `nil` without a row, and `.some(nil)` for a row with `NULL`.
    ///
    /// - Parameters:
    ///   - arguments: the values of all parameters, in order.
    ///   - map: reads the columns of the row.
    /// - Returns: the mapped row.
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
    /// Reads the whole result into memory; use `scan(_:while:)` for results without a bound.
    ///
    /// - Parameters:
    ///   - arguments: the values of all parameters, in order.
    ///   - map: reads the columns of a row.
    /// - Returns: the mapped rows, in the order of the result.
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
    /// Stops at the first row, so the SQL needs no `LIMIT 1`.
    ///
    /// - Parameter arguments: the values of all parameters, in order.
    /// - Returns: whether SQLite found a row.
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
    ///
    /// The arguments are bound to a buffer on the stack that ends with this call, so the bindings
    /// are cleared before it returns; otherwise they would point to freed memory.
    ///
    /// - Parameters:
    ///   - arguments: the values of all parameters.
    ///   - body: reads a row, and returns whether to step to the next one.
    /// - Throws: `DatabaseError`; `SQLITE_MISUSE` when the statement runs already; any error of
    ///   `body`.
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
    ///
    /// The message is that of the connection's last error, so it must be read before another
    /// statement runs.
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
