#if Cluster
import CLibPQ
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Waiting for a server, which may have stopped without ending the connection.
///
/// libpq waits for answers without a limit, and the system acknowledges packets for a program that is
/// stopped. Nothing is ever canceled: a commit whose wait for a standby is canceled succeeds with a
/// warning, although only one disk has it.
enum PostgresWait {
    /// The longest time to wait for an answer, unless a test needs another one.
    static let deadline = Duration.seconds(10)
    /// The time to wait for what may take any time.
    static let unlimited = Duration.seconds(365 * 24 * 3600)

    /// Sends everything that libpq has in its buffer.
    ///
    /// - Parameters:
    ///   - handle: The connection.
    ///   - deadline: The longest time to wait.
    /// - Throws: ``PostgresError`` of the kind `connection`.
    static func flush(_ handle: OpaquePointer, within deadline: Duration) throws(PostgresError) {
        let end = ContinuousClock.now + deadline
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1: try pause(handle, POLLIN | POLLOUT, until: end)
            default: throw PostgresError(nil, of: handle)
            }
            guard PQconsumeInput(handle) == 1 else { throw PostgresError(nil, of: handle) }
        }
    }

    /// Waits until the next answer has arrived.
    ///
    /// - Parameters:
    ///   - handle: The connection.
    ///   - deadline: The longest time to wait.
    /// - Throws: ``PostgresError`` of the kind `connection`.
    static func answer(_ handle: OpaquePointer, within deadline: Duration) throws(PostgresError) {
        let end = ContinuousClock.now + deadline
        while PQisBusy(handle) == 1 {
            try pause(handle, POLLIN, until: end)
            guard PQconsumeInput(handle) == 1 else { throw PostgresError(nil, of: handle) }
        }
    }

    /// Waits until the connection can be read or written.
    private static func pause(
        _ handle: OpaquePointer,
        _ events: Int32,
        until end: ContinuousClock.Instant
    ) throws(PostgresError) {
        let rest = end - .now
        guard rest > .zero else {
            throw PostgresError(state: "08006", PostgresText.silence, of: handle)
        }
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        // After an error, the caller looks at the connection again.
        _ = poll(&descriptor, 1, Int32(clamping: Int64(rest / .milliseconds(1)) + 1))
    }
}

extension PostgresConnection {
    /// Runs `body` without limits on the time that a statement takes.
    ///
    /// Building an index takes longer the larger its table is. A lost connection is still noticed, but
    /// not a server that has stopped.
    ///
    /// - Parameter body: A closure that begins and ends its transactions itself.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, or ``PostgresError``.
    func withoutTimeLimits<Result>(_ body: () throws -> Result) throws -> Result {
        guard hasTimeLimits else { return try body() }
        try send("SET statement_timeout = 0")
        hasTimeLimits = false
        defer {
            do {
                try send("SET statement_timeout = \(PostgresPool.statementTimeout)")
                try finish()
            } catch {
                // Nobody may use this connection without limits.
                close()
            }
            hasTimeLimits = true
        }
        let result = try body()
        try finish()
        return result
    }
}

/// The warnings of a connection.
final class PostgresWarnings: Sendable {
    private let hasArrived = Atomic(false)

    /// Registers for the warnings of a connection, as long as this object exists.
    init(of handle: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        PQsetNoticeProcessor(
            handle,
            { context, _ in
                guard let context else { return }
                let warnings = Unmanaged<PostgresWarnings>.fromOpaque(context).takeUnretainedValue()
                warnings.hasArrived.store(true, ordering: .relaxed)
            },
            context
        )
    }

    /// Returns whether a warning has arrived since the last call.
    func take() -> Bool { hasArrived.exchange(false, ordering: .relaxed) }
}
#endif
