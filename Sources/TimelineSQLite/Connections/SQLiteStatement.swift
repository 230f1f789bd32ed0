import CSQLite
import TimelineSQL

/// A statement that SQLite has prepared, in the cache of its connection.
struct SQLiteStatement: PreparedStatement {
    /// SQLite's statement.
    private let handle: OpaquePointer
    private let connection: Connection

    /// The number of bytes of a run's arguments that can be copied to the stack.
    ///
    /// SQLite copies any further bytes to the heap, which costs an allocation and two locks for
    /// each argument. A page binds 50 IDs of 15 bytes.
    ///
    /// One kilobyte is sufficient for the arguments of such a page, and of every write except long
    /// texts.
    private static let bufferSize = 1024

    /// Creates a statement that the connection has prepared.
    init(_ handle: OpaquePointer, in connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    /// The highest parameter number: a statement with only `?3` has three parameters.
    var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

    /// Runs the statement, and returns the number of rows that it has changed.
    ///
    /// The result excludes rows that triggers or foreign keys change. It refers to the last
    /// statement that wrote, so it is meaningless after a `SELECT`.
    func runCounting(_ arguments: [any StatementArgument]) throws -> Int {
        try run(arguments)
        return Int(sqlite3_changes(sqlite3_db_handle(handle)))
    }

    func run(_ arguments: [any StatementArgument]) throws {
        try step(arguments, .all) { _ in true }
    }

    /// Binds the arguments, steps through the rows, and resets the statement.
    ///
    /// SQLite computes one row at a time, so rows after the last one read cost nothing, unless the
    /// plan sorts.
    ///
    /// The arguments are bound to a buffer on the stack, which is freed when this call returns. The
    /// bindings are cleared before that, because they would otherwise point to freed memory.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters.
    ///   - extent: Ignored.
    ///   - body: A closure that reads a row and returns whether to continue with the next row.
    /// - Throws: Any error thrown by `body`, or `SQLiteError`, with `SQLITE_MISUSE` if the
    ///   statement is already running.
    func step(
        _ arguments: [any StatementArgument],
        _ extent: ResultExtent,
        while body: (ResultRow) throws -> Bool
    ) throws {
        guard sqlite3_stmt_busy(handle) == 0 else {
            throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.statementRuns, sql: sql)
        }
        try connection.requireTransaction()
        defer {
            sqlite3_reset(handle)
            // The bindings point to the buffer, which is freed when this call returns.
            sqlite3_clear_bindings(handle)
        }
        try withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 1) { buffer in
            let run = SQLiteRun(of: handle, copyingTo: buffer)
            for argument in arguments { argument.bind(to: run) }
            try run.requireArguments()
            let row = ResultRow(run)
            while try isOnRow(sqlite3_step(handle)), try body(row) {}
        }
    }

    /// Interprets the result of a step: a row, the end of the result, or an error.
    ///
    /// The message describes the connection's last error, so it must be read before another
    /// statement runs.
    private func isOnRow(_ code: Int32) throws -> Bool {
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            throw SQLiteError(code, of: connection.handle, sql: sql)
        }
    }

    /// The text of the statement.
    private var sql: String? { sqlite3_sql(handle).map { String(cString: $0) } }
}
