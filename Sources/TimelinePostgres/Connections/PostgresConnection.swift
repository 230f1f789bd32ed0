#if Cluster
import CLibPQ
import Synchronization
import TimelineCore
import TimelineSQL

/// A number that threads increment at the same time.
final class Counter: Sendable {
    private let count = Atomic(0)

    /// The number of increments so far.
    var value: Int { count.load(ordering: .relaxed) }

    func increment() { count.add(1, ordering: .relaxed) }
}

/// A connection to a server, which one thread uses at a time.
///
/// Statements are sent in a pipeline: what needs no answer waits for the next statement that does, and
/// travels with it. A transaction therefore takes as many round trips as it has statements whose
/// results it waits for, and none for its beginning and end, except for a commit.
final class PostgresConnection: SQLConnection, Sendable {
    let dialect = SQLDialect.postgres

    /// The address of libpq's structure, or 0 once the connection is closed.
    private let address: Atomic<UInt>
    /// What this process remembers of the store.
    let memory: StoreMemory?
    fileprivate let state = Lock(State())
    /// The warnings of the server, which only commits must not have.
    let warnings: PostgresWarnings
    let roundTrips: Counter
    /// The longest time to wait for an answer, unless a statement may take any time.
    private let usualDeadline: Duration
    private let probe: PostgresProbe?

    fileprivate struct State {
        /// The names of the prepared statements, by their SQL.
        var names: [String: String] = [:]
        /// The number of names that have been used, also for statements whose preparation failed.
        var nameCount = 0
        /// The answers that have not been read yet, in order.
        var expected: [Answer] = []
        /// The number of cursors that have been opened.
        var cursorCount = 0
        /// Whether the current transaction writes counts in parts.
        var countsInParts = false
        /// Whether statements must end after some time.
        var hasTimeLimits = true
        /// The addresses of the results that were foreseen in this snapshot, by their statements.
        var foreseen: [ForeseenKey: UInt] = [:]
    }

    /// An answer of the server.
    fileprivate enum Answer: Equatable {
        /// The end of preparing a statement with this SQL.
        case preparation(String)
        /// The result of a statement.
        case result
        /// The end of a group of statements, of which an error skips the rest.
        case end
    }

    /// Whether the current transaction writes counts in parts.
    var countsInParts: Bool {
        get { state.withLock(\.countsInParts) }
        set { state.withLock { $0.countsInParts = newValue } }
    }

    /// Whether statements must end after some time.
    var hasTimeLimits: Bool {
        get { state.withLock(\.hasTimeLimits) }
        set { state.withLock { $0.hasTimeLimits = newValue } }
    }

    /// The longest time to wait for an answer.
    var deadline: Duration { hasTimeLimits ? usualDeadline : PostgresWait.unlimited }

    /// Takes over an open connection, and enters pipeline mode.
    init(
        _ handle: OpaquePointer,
        remembering memory: StoreMemory?,
        counting roundTrips: Counter,
        deadline: Duration,
        probe: PostgresProbe?
    ) throws(PostgresError) {
        self.memory = memory
        self.roundTrips = roundTrips
        usualDeadline = deadline
        self.probe = probe
        address = Atomic(UInt(bitPattern: handle))
        warnings = PostgresWarnings(of: handle)
        guard PQenterPipelineMode(handle) == 1, PQsetnonblocking(handle, 1) == 0 else {
            throw PostgresError(nil, of: handle)
        }
    }

    deinit { close() }

    /// Closes the connection.
    ///
    /// The server rolls back a transaction that is running.
    func close() {
        let closed = OpaquePointer(bitPattern: address.exchange(0, ordering: .relaxed))
        if let closed { PQfinish(closed) }
    }

    /// Whether the connection can be used again, as far as the server has not closed it.
    var isUsable: Bool {
        guard let handle else { return false }
        // What the server has sent comes before the end.
        for _ in 0..<2 { guard PQconsumeInput(handle) == 1 else { return false } }
        return PQstatus(handle) == CONNECTION_OK
    }

    /// libpq's structure, or `nil` if the connection is closed.
    var handle: OpaquePointer? {
        OpaquePointer(bitPattern: address.load(ordering: .relaxed))
    }

    func openHandle() throws(PostgresError) -> OpaquePointer {
        guard let handle else { throw PostgresError(state: "08003", PostgresText.closed) }
        return handle
    }

    // MARK: Statements

    func prepared(_ sql: String) throws -> any PreparedStatement {
        PostgresStatement(PostgresTranslations.shared.translation(of: sql), in: self)
    }

    /// Sends a statement without arguments, whose result is not needed.
    func send(_ sql: String) throws {
        try probe?(.sending(sql), self)
        let handle = try openHandle()
        let isSent = PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1)
        try expect(.result, isSent, handle)
    }

    /// Sends a statement, which is prepared before its first run on this connection.
    func send(_ translation: PostgresTranslation, _ arguments: PostgresArguments) throws {
        if translation.mayWrite { forgetForeseen() }
        try probe?(.sending(translation.sql), self)
        let handle = try openHandle()
        let name = try name(of: translation, handle)
        let isSent = arguments.withValues { count, values, lengths, formats in
            PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
        }
        try expect(.result, isSent, handle)
    }

    /// Sends a statement that opens a cursor, and returns the cursor's name.
    func openCursor(
        _ translation: PostgresTranslation,
        _ arguments: PostgresArguments
    ) throws -> String {
        try probe?(.sending(translation.sql), self)
        let handle = try openHandle()
        let number = state.withLock { state in
            state.cursorCount += 1
            return state.cursorCount
        }
        let name = "cursor_\(number)"
        let sql = "DECLARE \(name) NO SCROLL CURSOR FOR \(translation.sql)"
        let isSent = arguments.withValues { count, values, lengths, formats in
            PQsendQueryParams(
                handle,
                sql,
                count,
                translation.types,
                values,
                lengths,
                formats,
                1
            )
        }
        try expect(.result, isSent, handle)
        return name
    }

    private func name(
        of translation: PostgresTranslation,
        _ handle: OpaquePointer
    ) throws -> String {
        let (name, isNew) = state.withLock { state in
            if let name = state.names[translation.sql] { return (name, false) }
            let name = "s\(state.nameCount)"
            state.nameCount += 1
            state.names[translation.sql] = name
            return (name, true)
        }
        guard isNew else { return name }
        let isSent = PQsendPrepare(
            handle,
            name,
            translation.sql,
            Int32(translation.types.count),
            translation.types
        )
        try expect(.preparation(translation.sql), isSent, handle)
        return name
    }

    private func expect(_ answer: Answer, _ isSent: Int32, _ handle: OpaquePointer) throws {
        guard isSent == 1 else { throw PostgresError(nil, of: handle) }
        state.withLock { $0.expected.append(answer) }
    }

    // MARK: Answers

    /// Lets tests observe that a transaction begins which is repeated if it fails.
    func noteBeginning() throws { try probe?(.beginning, self) }

    /// Sends what has not been sent, without waiting for the answers.
    func end() throws {
        let handle = try openHandle()
        try expect(.end, PQpipelineSync(handle), handle)
        try PostgresWait.flush(handle, within: deadline)
    }

    /// Waits for all answers, and returns that to the last statement, if there is one.
    ///
    /// - Throws: ``PostgresError``, which is the first of all these statements.
    @discardableResult
    func finish() throws -> PostgresRows? { try finishAll().last }

    /// Waits for all answers, and returns those to statements.
    ///
    /// - Throws: ``PostgresError``, which is the first of all these statements.
    func finishAll() throws -> [PostgresRows] {
        let handle = try openHandle()
        try end()
        try probe?(.waiting, self)
        roundTrips.increment()
        var failure: PostgresError?
        var results: [PostgresRows] = []
        let expected = state.withLock { state in
            defer { state.expected = [] }
            return state.expected
        }
        for answer in expected {
            do {
                if let rows = try read(answer, handle), answer == .result { results.append(rows) }
            } catch {
                failure = failure ?? error
                if case .preparation(let sql) = answer { forget(sql) }
                // The answers that follow belong to nothing that is still expected.
                if error.kind == .connection || PQstatus(handle) != CONNECTION_OK {
                    close()
                    break
                }
            }
        }
        if let failure { throw failure }
        return results
    }

    /// Waits for the result of the last statement.
    func result() throws -> PostgresRows {
        guard let rows = try finish() else { throw PostgresError(nil, of: handle) }
        return rows
    }

    private func forget(_ sql: String) { state.withLock { $0.names[sql] = nil } }

    /// Reads one answer, which is an error if an earlier statement of its group has failed.
    private func read(
        _ answer: Answer,
        _ handle: OpaquePointer
    ) throws(PostgresError) -> PostgresRows? {
        try PostgresWait.answer(handle, within: deadline)
        guard let result = PQgetResult(handle) else { throw PostgresError(nil, of: handle) }
        let rows = PostgresRows(result)
        if answer == .end {
            guard PQresultStatus(result) == PGRES_PIPELINE_SYNC else {
                throw PostgresError(result, of: handle)
            }
            return nil
        }
        // Each statement's results end with a null pointer.
        repeat {
            try PostgresWait.answer(handle, within: deadline)
        } while Self.discard(PQgetResult(handle))
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return rows
        case PGRES_PIPELINE_ABORTED:
            // The statement follows one that has failed, whose error has been read.
            throw PostgresError(state: "25P02", "", of: handle)
        default: throw PostgresError(result, of: handle)
        }
    }

    private static func discard(_ result: OpaquePointer?) -> Bool {
        PQclear(result)
        return result != nil
    }

    // MARK: Transactions

    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ", body)
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws an error.
    func transaction<Result>(_ start: String, _ body: () throws -> Result) throws -> Result {
        try send(start)
        do {
            defer { forgetForeseen() }
            let answer = try body()
            try send("COMMIT")
            try finish()
            return answer
        } catch {
            rollBack()
            throw error
        }
    }

    /// Runs `body` in a transaction that only reads, whose end nothing waits for.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        do {
            defer { forgetForeseen() }
            let answer = try body()
            try send("COMMIT")
            try end()
            return answer
        } catch {
            rollBack()
            throw error
        }
    }

    /// Undoes the transaction, as far as the server has not done so.
    func rollBack() {
        do {
            try send("ROLLBACK")
            try finish()
        } catch {
            // The server rolls back when the connection is closed.
            close()
        }
    }

    func undoingViolation(_ body: () throws -> Void) throws -> Bool {
        try send("SAVEPOINT violation")
        do {
            try body()
            try send("RELEASE violation")
            try finish()
            return true
        } catch let error as PostgresError where error.kind == .violation {
            try send("ROLLBACK TO violation")
            try send("RELEASE violation")
            try finish()
            return false
        }
    }

    func execute(_ sql: String) throws {
        for statement in sql.split(separator: ";\n") {
            try send(PostgresTranslations.shared.translation(of: String(statement)).sql)
        }
        try finish()
    }

    func isDamage(_ error: any Error) -> Bool { (error as? PostgresError)?.kind == .damage }

    /// Does nothing, because no snapshot uses the cache of another one.
    func clearCaches() {}
}

// MARK: Foreseen statements

/// A statement with its arguments.
struct ForeseenKey: Hashable, Sendable {
    let sql: String
    let arguments: [UInt8]
}

extension PostgresConnection {
    /// Runs several statements at once, and keeps their results until the transaction ends or writes.
    func foresee(_ statements: [ForeseenStatement]) throws {
        var keys: [ForeseenKey] = []
        // What was sent before is answered first.
        let earlier = state.withLock { $0.expected.count { $0 == .result } }
        for statement in statements {
            let translation = PostgresTranslations.shared.translation(of: statement.sql)
            let arguments = PostgresArguments()
            for argument in statement.arguments { argument.bind(to: arguments) }
            let key = ForeseenKey(sql: translation.sql, arguments: arguments.identity)
            guard !keys.contains(key), !state.withLock({ $0.foreseen[key] != nil }) else {
                continue
            }
            try send(translation, arguments)
            keys.append(key)
        }
        guard !keys.isEmpty else { return }
        for (key, rows) in zip(keys, try finishAll().dropFirst(earlier)) {
            state.withLock { $0.foreseen[key] = rows.release() }
        }
    }

    /// Returns the result of a statement, if it was foreseen in this snapshot.
    func foreseen(
        _ translation: PostgresTranslation,
        _ arguments: PostgresArguments
    ) -> PostgresRows? {
        state.withLock { state -> UInt? in
            guard !state.foreseen.isEmpty else { return nil }
            return state.foreseen[
                ForeseenKey(sql: translation.sql, arguments: arguments.identity)
            ]
        }
        .flatMap(OpaquePointer.init(bitPattern:)).map { PostgresRows(borrowing: $0) }
    }

    /// Forgets the results that were foreseen, because they may no longer be right.
    func forgetForeseen() {
        let results = state.withLock { state in
            defer { state.foreseen = [:] }
            return state.foreseen
        }
        for result in results.values { PQclear(OpaquePointer(bitPattern: result)) }
    }
}
#endif
