/// A connection to a database, which one caller uses at a time.
///
/// Statements are written in the SQL that SQLite and PostgreSQL share, with SQLite's parameters. What
/// differs is in ``SQLDialect``, or stands side by side in one file.
package protocol SQLConnection: AnyObject {
    /// The kind of the database.
    var dialect: SQLDialect { get }

    /// Returns a statement, which is prepared at most once.
    ///
    /// - Throws: An error of the database, or ``DatabaseFault``.
    func prepared(_ sql: String) throws -> any PreparedStatement

    /// Runs `body` in the current transaction, and undoes its writes if they violate a constraint.
    ///
    /// - Returns: Whether the writes of `body` were kept.
    /// - Throws: Any other error thrown by `body`, after which the whole transaction must be rolled
    ///   back.
    func undoingViolation(_ body: () throws -> Void) throws -> Bool

    /// Runs one or more statements without arguments, and ignores their rows.
    func execute(_ sql: String) throws

    /// Runs `body` in a transaction, which is rolled back if `body` throws an error.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result

    /// Returns whether an error is due to a damaged index or table.
    func isDamage(_ error: any Error) -> Bool

    /// What this process remembers of the store, or `nil` if every statement is cheap.
    var memory: StoreMemory? { get }

    /// Runs several statements of a snapshot at once, and keeps their results until it ends.
    ///
    /// Each of them then takes no further round trip when it is run with the same arguments.
    func foresee(_ statements: [ForeseenStatement]) throws

    /// Whether the counts that many transactions change are written in parts (`CountParts.swift`).
    var countsInParts: Bool { get }

    /// Makes all connections read again what they have cached.
    func clearCaches() throws
}

extension SQLConnection {
    package var countsInParts: Bool { false }
}

/// A statement of a connection, which can be run any number of times, one after the other.
package protocol PreparedStatement {
    /// The number of parameters.
    var parameterCount: Int { get }

    /// Runs the statement, whose error a later statement of the transaction may throw.
    func run(_ arguments: [any StatementArgument]) throws

    /// Runs the statement, and returns the number of rows that it inserted, updated or deleted.
    func runCounting(_ arguments: [any StatementArgument]) throws -> Int

    /// Runs the statement, and passes its rows to `body` until `body` returns `false`.
    ///
    /// - Parameters:
    ///   - arguments: The values of the parameters.
    ///   - extent: The rows that are likely to be read.
    ///   - body: A closure that reads one row, which it must not store.
    /// - Throws: Any error thrown by `body`, or a database error.
    func step(
        _ arguments: [any StatementArgument],
        _ extent: ResultExtent,
        while body: (ResultRow) throws -> Bool
    ) throws
}

/// The rows of a result that are likely to be read.
package enum ResultExtent: Sendable {
    /// The first row.
    case first
    /// All rows, of which there are few enough for memory.
    case all
    /// Any number of rows, which may be too many for memory.
    case some
}

/// The values in the current row of a running statement.
package protocol RowValues: AnyObject {
    /// The number of columns.
    var count: Int32 { get }
    /// Returns whether a column is `NULL`.
    func isNull(_ column: Int32) -> Bool
    /// Returns whether a column contains bytes, rather than text or a number.
    func isBytes(_ column: Int32) -> Bool
    /// Returns an integer or a truth value, which is 0 for `NULL`.
    func int64(_ column: Int32) -> Int64
    /// Returns a number, which is 0 for `NULL`.
    func double(_ column: Int32) -> Double
    /// Returns the UTF-8 of a text or number, or `nil` for `NULL`. It is valid until the next call.
    func text(_ column: Int32) -> UnsafeBufferPointer<UInt8>?
    /// Returns bytes, which are empty for `NULL`. They are valid until the next call.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer
}

/// A fault of a store or of this program, which no database reports.
package struct DatabaseFault: Error {
    /// A sentence for the user.
    package let message: String

    package init(_ message: String) { self.message = message }
}
