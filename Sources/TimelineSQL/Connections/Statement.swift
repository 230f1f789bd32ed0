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
/// Each connection prepares a statement once and caches it under its SQL, because preparing a
/// statement costs four times as much as reading one row. SQL is therefore built from a fixed
/// number of strings, never from values. A list of IDs is bound as arguments, and lists of
/// different lengths share the statements for a few sizes.
///
/// ## Rows
/// Rows are read in place: neither rows nor columns are allocated as objects, which would account
/// for most of the cost of a page. A `ResultRow` is valid only
/// inside the closure that receives it.
///
/// ## One run at a time
/// All statements with the same SQL share one cursor. If a statement ran again while its own rows
/// were being read, it would move the cursor of the outer loop, so it throws an error instead. No
/// caller needs such nested runs, and a second copy of the statement would only hide the mistake. A
/// statement with different SQL may run while the rows of another statement are being read.
///
/// Every run resets the statement and clears its bindings when it ends, whether at the last row,
/// through the closure or with an error. A statement that stayed on a row would keep its snapshot
/// open, so that SQLite could not restart the log.
///
/// ## Threads
/// A statement belongs to its connection. Use it only inside the closure that received the
/// connection, and do not store it.
package struct Statement {
    /// The statement, which the connection keeps prepared.
    private let prepared: any PreparedStatement

    /// Gets a statement from the connection's cache, or prepares it.
    ///
    /// This requires one lookup in a dictionary by the text of the SQL. The first use on a
    /// connection compiles the statement.
    ///
    /// - Throws: An error of the database if the SQL is invalid for the connection's schema.
    package init(_ sql: String, in connection: any SQLConnection) throws {
        prepared = try connection.prepared(sql)
    }

    /// The number of arguments that a run requires.
    ///
    /// This is the highest parameter number: a statement with only `?3` requires three arguments.
    package var parameterCount: Int { prepared.parameterCount }

    /// Runs a statement that returns no rows.
    ///
    /// In PostgreSQL, the statement travels with the next one whose result is needed, which then
    /// throws its error. The end of the transaction does so at the latest.
    ///
    /// - Parameter arguments: The values of all parameters, in order.
    /// - Throws: A database error if a constraint is violated, with `SQLITE_MISUSE` if the same SQL
    ///   is already running, or with `SQLITE_RANGE` if the number of arguments is wrong.
    package func run(_ arguments: any StatementArgument...) throws { try prepared.run(arguments) }

    /// Runs a statement that returns no rows, and counts those that it has written.
    ///
    /// The result excludes rows that triggers or foreign keys change. It refers to the last
    /// statement that wrote, so it is meaningless after a `SELECT`.
    ///
    /// - Parameter arguments: The values of all parameters, in order.
    /// - Returns: The number of rows that the statement inserted, updated or deleted.
    /// - Throws: A database error, as ``run(_:)`` does.
    package func runCounting(_ arguments: any StatementArgument...) throws -> Int {
        try prepared.runCounting(arguments)
    }

    /// Calls `body` for each row.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters, in order.
    ///   - body: A closure that reads the columns of a row. If it throws an error, the run ends.
    /// - Throws: Any error thrown by `body`, or a database error.
    package func forEach(
        _ arguments: any StatementArgument...,
        body: (ResultRow) throws -> Void
    ) throws {
        try prepared.step(arguments, .all) { row in
            try body(row)
            return true
        }
    }

    /// Calls `body` for each row until it returns `false`.
    ///
    /// SQLite computes one row at a time, so rows after the last one read cost nothing, unless the
    /// plan sorts. The reader can therefore end a scan of a long index without knowing a `LIMIT` in
    /// advance.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters, in order.
    ///   - body: A closure that reads the columns of a row and returns whether to continue.
    /// - Throws: Any error thrown by `body`, or a database error.
    package func scan(
        _ arguments: any StatementArgument...,
        while body: (ResultRow) throws -> Bool
    ) throws {
        try prepared.step(arguments, .some, while: body)
    }

    /// Maps the first row, or returns `nil` if the result is empty.
    ///
    /// SQLite does not compute any more rows. If the column may be `NULL`, the result is a double
    /// optional: `nil` if there is no row, and `.some(nil)` if the row contains `NULL`.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters, in order.
    ///   - map: A closure that reads the columns of the row.
    /// - Returns: The mapped row.
    /// - Throws: Any error thrown by `map`, or a database error.
    package func first<Value>(
        _ arguments: any StatementArgument...,
        map: (ResultRow) throws -> Value
    ) throws -> Value? {
        var first: Value?
        try prepared.step(arguments, .first) { row in
            first = try map(row)
            return false
        }
        return first
    }

    /// Maps all rows of the result, except those for which `map` returns `nil`.
    ///
    /// This method reads the whole result into memory. For results of unlimited size, use
    /// `scan(_:while:)`.
    ///
    /// - Parameters:
    ///   - arguments: The values of all parameters, in order.
    ///   - map: A closure that reads the columns of a row.
    /// - Returns: The mapped rows, in the order of the result.
    /// - Throws: Any error thrown by `map`, or a database error.
    package func all<Value>(
        _ arguments: any StatementArgument...,
        map: (ResultRow) throws -> Value?
    ) throws -> [Value] {
        var values: [Value] = []
        try prepared.step(arguments, .all) { row in
            if let value = try map(row) { values.append(value) }
            return true
        }
        return values
    }

    /// Returns whether the result contains a row.
    ///
    /// The run stops at the first row, so the SQL needs no `LIMIT 1`.
    ///
    /// - Parameter arguments: The values of all parameters, in order.
    /// - Returns: Whether SQLite found a row.
    /// - Throws: A database error.
    package func exists(_ arguments: any StatementArgument...) throws -> Bool {
        var exists = false
        try prepared.step(arguments, .first) { _ in
            exists = true
            return false
        }
        return exists
    }
}
