import CSQLite
import TimelineCore
import TimelineSQL

/// Read-only connections to a file, of which each read uses one.
///
/// No read waits for another: if all connections are in use, another one is opened. The lanes limit
/// the number of reads that run at once.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [SerialConnection] = []
        /// The connections in use, by the thread that reads.
        var inUse: [ThreadID: SerialConnection] = [:]
        var isClosed = false
    }

    private let state = Lock(State())
    private let idleLimit: Int
    private let open: @Sendable () throws -> Connection

    /// Creates a pool without connections.
    ///
    /// - Parameters:
    ///   - idleLimit: The maximum number of connections to keep open while they are not in use.
    ///   - open: Opens a connection.
    init(keeping idleLimit: Int, _ open: @escaping @Sendable () throws -> Connection) {
        self.idleLimit = idleLimit
        self.open = open
    }

    /// Lends a connection to `body`, inside a transaction that sees one snapshot.
    ///
    /// - Throws: Any error thrown by `body`, or `SQLiteError` with `SQLITE_MISUSE` if the pool is
    ///   closed, or if this thread already reads: the inner read would see a different snapshot.
    func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        let connection = try take()
        defer { put(connection) }
        return try connection.transaction(.deferred, body)
    }

    /// Closes all connections, after the current reads have ended.
    ///
    /// - Throws: The first error, after all other connections have been closed.
    func close() throws {
        let connections = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle + state.inUse.values
        }
        let results = connections.map { connection in Result { try connection.close() } }
        for result in results { try result.get() }
    }

    /// Takes an idle connection out of the pool, or adds one that the read will open.
    ///
    /// From here on, ``close()`` knows the connection.
    private func take() throws -> SerialConnection {
        let thread = ThreadID.current
        return try state.withLock { state throws(SQLiteError) in
            guard !state.isClosed else {
                throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.closed)
            }
            guard state.inUse[thread] == nil else {
                throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.nestedUse)
            }
            let connection = state.idle.popLast() ?? SerialConnection(open)
            state.inUse[thread] = connection
            return connection
        }
    }

    /// Returns a connection to the pool, or closes it if enough are idle.
    private func put(_ connection: SerialConnection) {
        let isSurplus = state.withLock { $0.isClosed || $0.idle.count >= idleLimit }
        // Otherwise, a concurrent `close()` would not wait until the connection has been closed.
        if isSurplus { try? connection.close() }  // A read has nothing to lose.
        state.withLock { state in
            state.inUse[ThreadID.current] = nil
            if !isSurplus, !state.isClosed { state.idle.append(connection) }
        }
    }
}

/// A connection that threads use in turn, and that is opened when it is first used.
final class SerialConnection: Sendable {
    private enum State {
        case unopened
        case open(Connection)
        case closed
    }

    /// A thread holds this lock as long as it uses the connection.
    private let state: Lock<State>
    /// The thread that uses the connection.
    private let user = Lock<ThreadID?>(nil)
    private let open: @Sendable () throws -> Connection

    /// Creates a connection that is not open yet.
    init(_ open: @escaping @Sendable () throws -> Connection) {
        state = Lock(.unopened)
        self.open = open
    }

    /// Takes over an open connection.
    init(_ connection: Connection) {
        state = Lock(.open(connection))
        open = { connection }
    }

    /// Lends the connection to `body`, after all earlier callers have returned it.
    ///
    /// - Throws: Any error thrown by `body`, or `SQLiteError` with `SQLITE_MISUSE` if the connection
    ///   is closed, or if this thread already uses it.
    func use<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        var result: Swift.Result<Result, any Error>?
        try inTurn { state in
            let connection: Connection
            switch state {
            case .unopened:
                connection = try open()
                state = .open(connection)
            case .open(let opened): connection = opened
            case .closed: throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.closed)
            }
            result = Swift.Result { try body(connection) }
        }
        // Without a result, the call above has thrown an error.
        guard let result else { throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.closed) }
        return try result.get()
    }

    /// Lends the connection to `body` inside a transaction.
    func transaction<Result>(
        _ kind: Connection.TransactionKind,
        _ body: (Connection) throws -> Result
    ) throws -> Result {
        try use { connection in try connection.transaction(kind) { try body(connection) } }
    }

    /// Closes the connection once its current user has returned it, after which every use throws an
    /// error.
    func close() throws {
        try inTurn { state in
            if case .open(let connection) = state { try connection.close() }
            state = .closed
        }
    }

    /// Waits until no other thread uses the connection.
    private func inTurn(_ body: (inout State) throws -> Void) throws {
        let thread = ThreadID.current
        guard user.withLock(\.self) != thread else {
            throw SQLiteError(SQLITE_MISUSE, SQLiteErrorText.nestedUse)
        }
        try state.withLock { state in
            user.withLock { $0 = thread }
            defer { user.withLock { $0 = nil } }
            try body(&state)
        }
    }
}
