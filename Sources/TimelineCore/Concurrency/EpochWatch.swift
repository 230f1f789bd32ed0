/// A watch that polls the epoch of a repository on behalf of all its observers.
///
/// The watch reads the epoch ten times a second while at least one observer is waiting, and not at
/// all otherwise.
package final class EpochWatch: Sendable {
    private struct Waiter {
        /// The epoch that the observer has already seen.
        let seen: Int
        /// The number of the poll at which the observer wakes even without a change.
        let lastPoll: Int
        let continuation: CheckedContinuation<Int, any Error>
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var pollCount = 0
        var isPolling = false
    }

    private let state = Lock(State())

    /// The time between two polls.
    static var interval: Duration { .milliseconds(100) }

    /// The number of polls (30 seconds) after which an observer wakes to check its session.
    ///
    /// The end of a session is private data and does not change the epoch.
    private static let checkInterval = 300

    /// The maximum number of observers that one poll wakes.
    ///
    /// This is half of the default limit for queued reads, so that even a thousand observers leave
    /// room for other reads.
    private static var wakeLimit: Int { 128 }

    /// The number of waiting observers.
    package var waitingCount: Int { state.withLock(\.waiters.count) }

    /// Whether a polling task is running.
    package var isPolling: Bool { state.withLock(\.isPolling) }

    /// Waits until the epoch differs from `seen`, or until it is time to check the session.
    ///
    /// - Parameters:
    ///   - seen: The epoch that the observer has already seen.
    ///   - read: A closure that reads the epoch. It is not called if another observer has already
    ///     started polling.
    ///   - pause: A closure that suspends the polling task between two polls.
    /// - Returns: The new epoch, or `seen` if it is time to check the session.
    /// - Throws: `CancellationError`, or any error thrown by a poll.
    func epoch(
        after seen: Int,
        reading read: @escaping @Sendable () async throws -> Int,
        pausing pause: @escaping @Sendable (Duration) async throws -> Void
    ) async throws -> Int {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFirst = state.withLock { state in
                    state.waiters[id] = Waiter(
                        seen: seen,
                        lastPoll: state.pollCount + Self.checkInterval,
                        continuation: continuation
                    )
                    defer { state.isPolling = true }
                    return !state.isPolling
                }
                if isFirst { Task { await poll(read, pause) } }
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    /// Polls the epoch until no observer is waiting.
    private func poll(
        _ read: () async throws -> Int,
        _ pause: (Duration) async throws -> Void
    ) async {
        while continues() {
            do {
                wake(at: try await read())
                try await pause(Self.interval)
            } catch {
                fail(error)
            }
        }
    }

    private func continues() -> Bool {
        state.withLock { state in
            state.isPolling = !state.waiters.isEmpty
            return state.isPolling
        }
    }

    /// Wakes the observers that have not seen this epoch or must check their sessions.
    ///
    /// Those that have waited longest are woken first.
    private func wake(at epoch: Int) {
        let woken = state.withLock { state in
            state.pollCount += 1
            let late = state.waiters
                .filter { $0.value.seen != epoch || $0.value.lastPoll <= state.pollCount }
                .keys.sorted()
            return late.prefix(Self.wakeLimit).compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in woken { waiter.continuation.resume(returning: epoch) }
    }

    private func fail(_ error: any Error) {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.continuation.resume(throwing: error) }
    }
}
