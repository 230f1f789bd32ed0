#if Cluster
import CLibPQ
import TimelineCore

@testable import TimelinePostgres

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Cuts or silences connections below libpq, before a statement is sent or before its answer is read.
final class ConnectionCutter: Sendable {
    /// When a connection is cut.
    enum Moment {
        /// At the event with the given number, counted from 0.
        case event(Int)
        case beforeCommit
        case afterCommit
    }

    /// How a connection is cut.
    enum Way: CaseIterable {
        /// Both ends notice.
        case closed
        /// The server notices the end, but this end waits for an answer in vain.
        case silent
    }

    fileprivate struct State {
        var moment: Moment?
        var way = Way.closed
        /// The events that pass between the first cut and the second, or `nil` if there is none.
        var next: Int?
        var isCommitting = false
        var cutCount = 0
        /// The other ends of silent connections.
        var ends: [Int32] = []
    }

    private let state = Lock(State())

    deinit {
        for end in state.withLock(\.ends) { close(end) }
    }

    /// Cuts the next connection that reaches a moment.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - way: The way of cutting.
    ///   - next: The number of events before a second cut, or `nil` for none.
    func arm(_ moment: Moment, _ way: Way, thenAfter next: Int? = nil) {
        state.withLock { state in
            (state.moment, state.way, state.next) = (moment, way, next)
            (state.isCommitting, state.cutCount) = (false, 0)
        }
    }

    /// Stops cutting, and returns the number of cuts since ``arm(_:_:thenAfter:)``.
    func disarm() -> Int {
        state.withLock { state in
            state.moment = nil
            return state.cutCount
        }
    }

    /// The closure for the connections.
    func probe(_ event: PostgresEvent, _ connection: PostgresConnection) throws {
        guard let way = state.withLock({ $0.take(event) }), let handle = connection.handle else {
            return
        }
        // The other end of the new socket is closed, or never answers. What the server has sent is lost.
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Self.stream, 0, &ends) == 0 else { throw SocketError() }
        let (own, other) = (ends[0], ends[1])
        // libpq never waits in a call.
        _ = fcntl(own, F_SETFL, O_NONBLOCK)
        dup2(own, PQsocket(handle))
        close(own)
        switch way {
        case .closed: close(other)
        case .silent: state.withLock { $0.ends.append(other) }
        }
    }

    private struct SocketError: Error {}

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

extension ConnectionCutter.State {
    /// Returns how to cut the connection at this event, or `nil` to leave it.
    fileprivate mutating func take(_ event: PostgresEvent) -> ConnectionCutter.Way? {
        let isCommit: Bool
        switch event {
        case .beginning: return nil
        case .sending(let sql):
            isCommit = sql == "COMMIT"
            if isCommit { isCommitting = true }
        case .waiting: isCommit = false
        }
        switch moment {
        case nil: return nil
        case .event(0): break
        case .event(let rest):
            moment = .event(rest - 1)
            return nil
        case .beforeCommit: guard isCommit else { return nil }
        case .afterCommit: guard isCommitting, !isCommit else { return nil }
        }
        cutCount += 1
        moment = next.map { .event($0) }
        next = nil
        return way
    }
}
#endif
