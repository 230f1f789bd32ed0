/// A statement that a page is going to run, with its arguments.
package struct ForeseenStatement {
    /// The statement in the language that the databases share.
    package let sql: String
    /// The values of the parameters.
    package let arguments: [any StatementArgument]
}

/// A connection that notes the statements that it is asked to run, and answers with no rows.
///
/// Pages are foreseen by asking it what they ask, so no statement is written twice.
final class StatementRecorder: SQLConnection {
    let dialect = SQLDialect.postgres
    let memory: StoreMemory?
    private(set) var statements: [ForeseenStatement] = []

    init(_ memory: StoreMemory) { self.memory = memory }

    /// Notes the statements of `body`, until it misses a row.
    func note(_ body: () throws -> Void) {
        try? body()  // Without rows, some questions end with an error.
    }

    func prepared(_ sql: String) -> any PreparedStatement { Recorded(sql: sql, recorder: self) }

    func undoingViolation(_ body: () throws -> Void) throws -> Bool { false }
    func execute(_ sql: String) {}
    func transaction<Result>(_ body: () throws -> Result) throws -> Result { try body() }
    func isDamage(_ error: any Error) -> Bool { false }
    func foresee(_ statements: [ForeseenStatement]) {}
    func clearCaches() {}

    private struct Recorded: PreparedStatement {
        let sql: String
        let recorder: StatementRecorder
        var parameterCount: Int { 0 }

        func run(_ arguments: [any StatementArgument]) {}
        func runCounting(_ arguments: [any StatementArgument]) -> Int { 0 }

        func step(
            _ arguments: [any StatementArgument],
            _ extent: ResultExtent,
            while body: (ResultRow) throws -> Bool
        ) {
            guard extent != .some else { return }
            recorder.statements.append(ForeseenStatement(sql: sql, arguments: arguments))
        }
    }
}
