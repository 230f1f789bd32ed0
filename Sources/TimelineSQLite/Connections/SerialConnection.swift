import CSQLite
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A connection that threads use in turn.
final class SerialConnection: Sendable {
    private let connection: Connection
    private let turn = Lock(())
    /// The thread that uses the connection.
    private let user = Lock<ThreadID?>(nil)

    /// Takes over a connection.
    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Lends the connection to `body`, after all earlier callers have returned it.
    ///
    /// - Throws: Any error thrown by `body`, or `SQLiteError` with `SQLITE_MISUSE` if this thread
    ///   already uses the connection.
    func use<Answer>(_ body: (Connection) throws -> Answer) throws -> Answer {
        let thread = ThreadID.current
        guard user.withLock(\.self) != thread else {
            throw SQLiteError(SQLITE_MISUSE, FaultText.nestedUse)
        }
        var result: Result<Answer, any Error>?
        turn.withLock { _ in
            user.withLock { $0 = thread }
            defer { user.withLock { $0 = nil } }
            result = Result { try body(connection) }
        }
        guard let result else { throw SQLiteError(SQLITE_MISUSE, FaultText.nestedUse) }
        return try result.get()
    }

    /// Lends the connection to `body` inside a transaction.
    func transaction<Answer>(
        _ kind: Connection.TransactionKind,
        _ body: (Connection) throws -> Answer
    ) throws -> Answer {
        try use { connection in try connection.transaction(kind) { try body(connection) } }
    }

    /// Closes the connection once its current user has returned it.
    func close() throws { try use { try $0.close() } }
}

/// A thread of this process.
struct ThreadID: Hashable, Sendable {
    private let number: UInt

    /// The calling thread.
    static var current: ThreadID {
        #if canImport(Darwin)
        ThreadID(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadID(number: pthread_self())
        #endif
    }
}
