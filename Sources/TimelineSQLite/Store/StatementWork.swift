import GRDB
import GRDBSQLite
package import TimelineCore

/// The work that SQLite did for one statement.
///
/// Unlike times, these numbers do not depend on the load of the machine, so a test can limit them:
/// `StatementWorkTests` and `SearchWorkTests` fail when a query reads more than it needs.
///
/// ```swift
/// let work = try repository.work { _ = try $0.postIDs(in: PostRange(before: before, limit: 50)) }
/// let isFree = work.allSatisfy { $0.sorts == 0 && $0.fullScanSteps == 0 }
/// ```
package struct StatementWork: Hashable, Sendable {
    /// The statement.
    package let sql: String
    /// The number of instructions of SQLite's virtual machine that ran.
    package let steps: Int
    /// The number of rows read without an index.
    ///
    /// 0 for a statement that reads through indexes only.
    package let fullScanSteps: Int
    /// The number of sorts.
    package let sorts: Int
    /// The query plan, one line per table.
    package let plan: [String]
}

extension SQLiteRepository {
    /// Runs a query and measures SQLite's work for it.
    ///
    /// Caches start empty for each call, so the work is the most that the query can take.
    ///
    /// All statements run on one connection, in one snapshot. A query that divides its work among
    /// shards is measured without them.
    ///
    /// - Parameter query: the query.
    /// - Returns: the work of each statement that ran, the most expensive first.
    /// - Throws: any error of `query`; `TimelineError.storageFailed`.
    package func work(of query: (any SocialReader) throws -> Void) throws -> [StatementWork] {
        try statementWork { try query(ReadTransaction(uncached: $0)) }
    }

    /// Measures SQLite's work for any statements of one connection.
    ///
    /// Statements that have run before on the connection and do not run now are left out.
    func statementWork(_ body: (Database) throws -> Void) throws -> [StatementWork] {
        try reading { database in try database.statementWork { try body(database) } }
    }
}

extension StatementWork {
    /// Reads and resets a statement's counters; `nil` if it has not run.
    ///
    /// The plan is read by preparing the SQL again.
    fileprivate init?(_ statement: OpaquePointer, in database: Database) throws {
        let steps = statement.count(SQLITE_STMTSTATUS_VM_STEP)
        guard steps > 0, let sql = sqlite3_sql(statement).map({ String(cString: $0) }) else {
            return nil
        }
        self.init(
            sql: sql,
            steps: steps,
            fullScanSteps: statement.count(SQLITE_STMTSTATUS_FULLSCAN_STEP),
            sorts: statement.count(SQLITE_STMTSTATUS_SORT),
            plan: try database.plan(of: sql)
        )
    }
}

extension Database {
    /// Measures SQLite's work for the statements that `body` runs on this connection.
    func statementWork(_ body: () throws -> Void) throws -> [StatementWork] {
        // Counters run for as long as a statement is cached; reading them resets them.
        for statement in statements {
            for counter in OpaquePointer.counters { _ = statement.count(counter) }
        }
        try body()
        return try statements.compactMap { try StatementWork($0, in: self) }
            .sorted { $0.steps > $1.steps }
    }

    /// The statements that are prepared on this connection.
    fileprivate var statements: [OpaquePointer] {
        Array(
            sequence(
                state: nil as OpaquePointer?,
                next: { previous in
                    previous = sqlite3_next_stmt(self.sqliteConnection, previous)
                    return previous
                }
            )
        )
    }

    /// The query plan of a statement; its parameters stay `NULL`.
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

    /// Reads a statement's counter and sets it to zero.
    fileprivate func count(_ counter: Int32) -> Int {
        Int(sqlite3_stmt_status(self, counter, 1))
    }
}
