import CSQLite
import TimelineCore

/// Read-only connections to a file, of which each read uses one.
///
/// No read waits for another: if all connections are in use, another one is opened. The lanes limit
/// the number of reads that run at once.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [SerialConnection] = []
        var inUse: [ObjectIdentifier: SerialConnection] = [:]
        /// The threads that are reading.
        var readers: [ThreadID] = []
        var isClosed = false
    }

    private let state = Lock(State())
    private let idleLimit: Int
    private let open: @Sendable () throws -> Connection

    /// Creates a pool with one connection.
    ///
    /// - Parameters:
    ///   - idleLimit: The maximum number of connections to keep open while they are not in use.
    ///   - open: Opens a connection.
    /// - Throws: Any error thrown by `open`.
    init(keeping idleLimit: Int, _ open: @escaping @Sendable () throws -> Connection) throws {
        self.idleLimit = idleLimit
        self.open = open
        let first = SerialConnection(try open())
        state.withLock { $0.idle = [first] }
    }

    /// Lends a connection to `body`, inside a transaction that sees one snapshot.
    ///
    /// - Throws: Any error thrown by `body`, or `SQLiteError` with `SQLITE_MISUSE` if the pool is
    ///   closed, or if this thread already reads: the inner read would see a different snapshot.
    func read<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
        let connection = try take()
        defer { put(connection) }
        return try connection.transaction(.deferred, body)
    }

    /// Closes all connections, after the current reads have ended.
    func close() throws {
        let connections = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle + state.inUse.values
        }
        for connection in connections { try connection.close() }
    }

    /// Takes an idle connection out of the pool, or opens one.
    private func take() throws -> SerialConnection {
        let thread = ThreadID.current
        let idle = try state.withLock { state throws(SQLiteError) in
            guard !state.isClosed else { throw SQLiteError(SQLITE_MISUSE, FaultText.closed) }
            guard !state.readers.contains(thread) else {
                throw SQLiteError(SQLITE_MISUSE, FaultText.nestedUse)
            }
            return Self.lend(state.idle.popLast(), to: thread, &state)
        }
        if let idle { return idle }
        let opened = SerialConnection(try open())
        // If the pool was closed in the meantime, the connection closes after this read.
        state.withLock { _ = Self.lend(opened, to: thread, &$0) }
        return opened
    }

    private static func lend(
        _ connection: SerialConnection?,
        to thread: ThreadID,
        _ state: inout State
    ) -> SerialConnection? {
        guard let connection else { return nil }
        state.inUse[ObjectIdentifier(connection)] = connection
        state.readers.append(thread)
        return connection
    }

    /// Returns a connection to the pool, or drops it, which closes it.
    private func put(_ connection: SerialConnection) {
        let thread = ThreadID.current
        state.withLock { state in
            state.inUse[ObjectIdentifier(connection)] = nil
            state.readers.removeAll { $0 == thread }
            guard !state.isClosed, state.idle.count < idleLimit else { return }
            state.idle.append(connection)
        }
    }
}
