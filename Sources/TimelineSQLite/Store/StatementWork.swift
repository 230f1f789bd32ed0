import CSQLite
package import TimelineCore
import TimelineSQL

/// The work that SQLite performed for one statement.
///
/// Unlike durations, these numbers do not depend on the load of the machine, so tests can limit
/// them. `StatementWorkTests` and `SearchWorkTests` fail if a query reads more than necessary.
///
/// ```swift
/// let work = try repository.work { _ = try $0.postIDs(.all, in: PostRange(before: before, limit: 50)) }
/// let isFree = work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 }
/// ```
package struct StatementWork: Hashable, Sendable {
    /// The SQL of the statement.
    package let sql: String
    /// The number of instructions that SQLite's virtual machine executed.
    package let steps: Int
    /// The number of rows read without an index, which is 0 if the statement reads only through
    /// indexes.
    package let fullScanSteps: Int
    /// The number of sort operations.
    package let sorts: Int
    /// The query plan, with one line per table.
    package let plan: [String]
}

extension SQLiteRepository {
    /// Runs a query and measures the work that SQLite performs for it.
    ///
    /// The caches are empty at the start of each call, so the result is the maximum work for the
    /// query.
    ///
    /// All statements run on one connection, in one snapshot. If a query divides its work among
    /// shards, the shards are not measured.
    ///
    /// - Parameter query: A closure that runs the query.
    /// - Returns: The work for each statement that ran, most expensive first.
    /// - Throws: Any error thrown by `query`, or `TimelineError.storageFailed`.
    package func work(of query: (any SocialReader) throws -> Void) throws -> [StatementWork] {
        try statementWork { try query(ReadTransaction(uncached: $0)) }
    }

    /// Measures the work that SQLite performs for the statements that `body` runs.
    ///
    /// Statements that ran earlier on the same connection, but not in this call, are omitted.
    func statementWork(_ body: (Connection) throws -> Void) throws -> [StatementWork] {
        try reading { connection in try connection.statementWork { try body(connection) } }
    }
}

extension StatementWork {
    /// Reads and resets a statement's counters, or returns `nil` if the statement has not run.
    ///
    /// The SQL is prepared again to read the query plan.
    fileprivate init?(_ statement: OpaquePointer, in connection: Connection) throws {
        let steps = statement.count(SQLITE_STMTSTATUS_VM_STEP)
        guard steps > 0, let sql = sqlite3_sql(statement).map({ String(cString: $0) }) else {
            return nil
        }
        self.init(
            sql: sql,
            steps: steps,
            fullScanSteps: statement.count(SQLITE_STMTSTATUS_FULLSCAN_STEP),
            sorts: statement.count(SQLITE_STMTSTATUS_SORT),
            plan: try connection.plan(of: sql)
        )
    }
}

extension Connection {
    /// Measures the work that SQLite performs for the statements that `body` runs on this
    /// connection.
    func statementWork(_ body: () throws -> Void) throws -> [StatementWork] {
        // Counters accumulate as long as a statement is cached. Reading them resets them.
        for statement in allStatements {
            for counter in OpaquePointer.counters { _ = statement.count(counter) }
        }
        try body()
        return try allStatements.compactMap { try StatementWork($0, in: self) }
            .sorted { $0.steps > $1.steps }
    }

    /// The statements that are prepared on this connection.
    fileprivate var allStatements: [OpaquePointer] {
        Array(
            sequence(
                state: nil as OpaquePointer?,
                next: { previous in
                    previous = sqlite3_next_stmt(self.handle, previous)
                    return previous
                }
            )
        )
    }

    /// Returns the query plan of a statement, with all parameters set to `NULL`.
    fileprivate func plan(of sql: String) throws -> [String] {
        let explain = try Statement("EXPLAIN QUERY PLAN \(sql)", in: self)
        return try explain.all([Int?](repeating: nil, count: explain.parameterCount)) { $0.text(3) }
    }
}

extension OpaquePointer {
    /// The counters that ``StatementWork`` reads.
    fileprivate static var counters: [Int32] {
        [SQLITE_STMTSTATUS_VM_STEP, SQLITE_STMTSTATUS_FULLSCAN_STEP, SQLITE_STMTSTATUS_SORT]
    }

    /// Reads a statement's counter and resets it to zero.
    fileprivate func count(_ counter: Int32) -> Int {
        Int(sqlite3_stmt_status(self, counter, 1))
    }
}
