#if Cluster
import CLibPQ
import TimelineCore
import TimelineSQL

/// The connections to the servers of a store, of which each transaction uses one.
///
/// No transaction waits for another: if all connections are in use, another one is opened. The lanes
/// limit the number of transactions that run at once.
final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresConnection] = []
        /// The threads that run a transaction.
        var busy: Set<ThreadID> = []
        var isClosed = false
    }

    private let state = Lock(State())
    private let memory = StoreMemory()
    /// The number of times that the connections have waited for an answer.
    let roundTrips = Counter()
    private let address: String
    private let schema: String
    private let deadline: Duration
    private let probe: PostgresProbe?

    /// The maximum time to wait for a row, in milliseconds.
    static let lockTimeout = 250
    /// The maximum time that a statement takes, in milliseconds.
    static let statementTimeout = 60_000
    /// The maximum number of connections to keep open while they are not in use.
    private static let idleLimit = 16
    /// The time limits of each connection, in seconds for the connection and milliseconds for the rest.
    ///
    /// The server ends a statement, a wait for a row, and a transaction whose program hangs. The systems
    /// end a connection whose other side does not answer. As long as a serializable transaction is open,
    /// the server cannot forget what later ones have read, so that its memory for this fills up and no
    /// transaction can write any more. Therefore an abandoned one must end soon.
    ///
    /// A transaction that has waited for a row must be repeated once the other one has been committed,
    /// so it may as well be repeated earlier. Transactions that wait for each other are thus separated
    /// before the server looks for them.
    private static let limits = (
        connection: 3, statement: statementTimeout, lock: lockTimeout, idle: 10_000, silence: 5_000
    )

    /// Creates a pool without connections.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI of PostgreSQL, with one or several hosts.
    ///   - schema: The name of the schema with the tables.
    ///   - deadline: The longest time to wait for an answer of the server.
    ///   - probe: A closure that observes all connections, for tests.
    init(
        to address: String,
        schema: String,
        deadline: Duration = PostgresWait.deadline,
        probe: PostgresProbe? = nil
    ) {
        self.address = address
        self.schema = schema
        self.deadline = deadline
        self.probe = probe
    }

    /// Lends a connection to `body`.
    ///
    /// - Throws: Any error thrown by `body`, or ``PostgresError`` if no server can be reached, or if
    ///   this thread already uses the store.
    func use<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
        let connection = try take()
        defer { put(connection) }
        return try body(connection)
    }

    /// Closes all idle connections, and each of the others when it is returned.
    func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for connection in idle { connection.close() }
    }

    /// Closes the idle connections, whose server may have stopped.
    func forgetIdle() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for connection in idle { connection.close() }
    }

    private func take() throws -> PostgresConnection {
        let thread = ThreadID.current
        try state.withLock { state throws(PostgresError) in
            guard !state.isClosed else { throw PostgresError(state: "55000", PostgresText.closed) }
            guard state.busy.insert(thread).inserted else {
                throw PostgresError(state: "XX000", PostgresText.nestedUse)
            }
        }
        while let connection = state.withLock({ $0.idle.popLast() }) {
            if connection.isUsable { return connection }
            // The server has stopped, or has ended the session.
            connection.close()
        }
        return try open()
    }

    private func put(_ connection: PostgresConnection?) {
        let isSurplus = state.withLock { state in
            state.busy.remove(ThreadID.current)
            guard let connection, !state.isClosed, state.idle.count < Self.idleLimit,
                connection.isUsable
            else { return true }
            state.idle.append(connection)
            return false
        }
        if isSurplus { connection?.close() }
    }

    private func open() throws -> PostgresConnection {
        do {
            return try connect()
        } catch {
            put(nil)
            throw error
        }
    }

    private func connect() throws -> PostgresConnection {
        // The client library's own message may repeat a password.
        guard let parsed = PQconninfoParse(address, nil) else {
            throw DatabaseFault(PostgresText.invalidAddress)
        }
        PQconninfoFree(parsed)
        let options: KeyValuePairs = [
            "dbname": address, "client_encoding": "UTF8", "fallback_application_name": "timeline",
            "connect_timeout": "\(Self.limits.connection)",
            "tcp_user_timeout": "\(Self.limits.silence)", "keepalives_idle": "2",
            "keepalives_interval": "1", "keepalives_count": "3",
            "target_session_attrs": "read-write",
        ]
        guard let handle = Self.connect(options) else {
            throw PostgresError(state: "53200", PostgresText.outOfMemory)
        }
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw PostgresError(nil, of: handle)
        }
        let connection = try PostgresConnection(
            handle,
            remembering: memory,
            counting: roundTrips,
            deadline: deadline,
            probe: probe
        )
        for (name, value) in [
            ("search_path", "\"\(schema)\""), ("statement_timeout", "\(Self.limits.statement)"),
            ("lock_timeout", "\(Self.limits.lock)"),
            ("idle_in_transaction_session_timeout", "\(Self.limits.idle)"),
            ("tcp_user_timeout", "\(Self.limits.silence)"), ("tcp_keepalives_idle", "2"),
            ("tcp_keepalives_interval", "1"), ("tcp_keepalives_count", "3"),
            ("plan_cache_mode", "force_generic_plan"), ("client_min_messages", "warning"),
            // Statements are small, and compiling one takes a hundred times as long as running it.
            ("jit", "off"),
            // A transaction that reads a whole table conflicts with all that write to it.
            ("enable_seqscan", "off"),
        ] {
            try connection.send("SET \(name) = \(value)")
        }
        try connection.end()
        return connection
    }

    private static func connect(
        _ options: KeyValuePairs<String, String>
    ) -> OpaquePointer? {
        func withPointers(
            _ texts: ArraySlice<String>,
            _ pointers: [UnsafePointer<CChar>?],
            _ body: ([UnsafePointer<CChar>?]) -> OpaquePointer?
        ) -> OpaquePointer? {
            guard let first = texts.first else { return body(pointers + [nil]) }
            return first.withCString { withPointers(texts.dropFirst(), pointers + [$0], body) }
        }
        return withPointers(options.map(\.key)[...], []) { keys in
            withPointers(options.map(\.value)[...], []) { PQconnectdbParams(keys, $0, 1) }
        }
    }
}
#endif
