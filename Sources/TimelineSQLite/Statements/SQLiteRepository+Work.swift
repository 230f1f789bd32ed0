import GRDB
import GRDBSQLite
package import TimelineCore

/// What SQLite did for one statement.
package struct StatementWork: Hashable, Sendable {
    /// The statement.
    package let sql: String
    /// How many instructions of its virtual machine were run.
    package let steps: Int
    /// How many rows it went through without an index.
    package let fullScanSteps: Int
    /// How many times it sorted.
    package let sorts: Int
    /// How it is carried out, a line for each table.
    package let plan: [String]
}

extension SQLiteRepository {
    /// Answers a question, and tells what SQLite did for it: numbers that do not depend on how busy the
    /// machine is.
    ///
    /// Nothing is remembered from one question to another, so each is as hard as it can be.
    ///
    /// - Parameter query: the question.
    /// - Returns: the work of each statement that ran, the hardest first.
    /// - Throws: what `query` throws; `TimelineError.storageFailed`.
    package func work(of query: (any SocialReader) throws -> Void) throws -> [StatementWork] {
        try statementWork { try query(SQLiteSocial(database: $0)) }
    }

    /// The same for statements that tests compare with.
    func statementWork(_ body: (Database) throws -> Void) throws -> [StatementWork] {
        try reading { database in
            // Counters go on for as long as a statement is cached.
            for statement in database.statements { _ = statement.count(SQLITE_STMTSTATUS_VM_STEP) }
            try body(database)
            let statements = database.statements
            let work = try statements.compactMap { statement -> StatementWork? in
                let steps = statement.count(SQLITE_STMTSTATUS_VM_STEP)
                guard steps > 0, let sql = sqlite3_sql(statement).map({ String(cString: $0) })
                else {
                    return nil
                }
                var plan: [String] = []
                try HotStatement("EXPLAIN QUERY PLAN \(sql)", in: database)
                    .forEach { row in
                        plan.append(row.text(3) ?? "")
                        return true
                    }
                return StatementWork(
                    sql: sql,
                    steps: steps,
                    fullScanSteps: statement.count(SQLITE_STMTSTATUS_FULLSCAN_STEP),
                    sorts: statement.count(SQLITE_STMTSTATUS_SORT),
                    plan: plan
                )
            }
            return work.sorted { $0.steps > $1.steps }
        }
    }
}

extension Database {
    /// The statements that are prepared on this connection.
    fileprivate var statements: [OpaquePointer] {
        Array(
            sequence(
                state: nil as OpaquePointer?,
                next: { former in
                    former = sqlite3_next_stmt(self.sqliteConnection, former)
                    return former
                }
            )
        )
    }
}

extension OpaquePointer {
    /// Reads a statement's counter and sets it to zero.
    fileprivate func count(_ counter: Int32) -> Int {
        Int(sqlite3_stmt_status(self, counter, 1))
    }
}
