/// Polls the epoch of a repository for all its observers: ten reads a second while anybody observes, none
/// otherwise, however many observers wait.
package final class EpochWatch: Sendable {
    private struct Waiter {
        /// The epoch of the observer's last answer.
        let seen: Int
        /// The poll at which the observer wakes though nothing has changed.
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

    /// The number of polls, half a minute, after which an observer wakes to check its session: whether one has
    /// ended is private data, which wakes nobody.
    private static let checkInterval = 300

    /// How many observers one poll wakes: half of the default queue of reads, so that the questions of a
    /// thousand observers leave room for others.
    private static var wakeLimit: Int { 128 }

    /// How many observers wait for a change.
    package var waitingCount: Int { state.withLock(\.waiters.count) }

    /// Whether a task polls.
    package var isPolling: Bool { state.withLock(\.isPolling) }

    /// Waits until the epoch differs from `seen`, or until it is time to check the session.
    ///
    /// - Parameters:
    ///   - seen: the epoch of the observer's last answer.
    ///   - engine: polls, where no other observer's does.
    /// - Returns: the new epoch, or `seen`.
    /// - Throws: `CancellationError`; the error of a poll.
    func epoch(after seen: Int, polledBy engine: TimelineEngine) async throws -> Int {
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
                if isFirst { Task { await poll(engine) } }
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

    /// Polls until nobody waits.
    private func poll(_ engine: TimelineEngine) async {
        while continues() {
            do {
                wake(at: try await engine.epoch())
                try await engine.environment.pause(Self.interval)
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

    /// Wakes the observers that have not seen this epoch or have to check their sessions, the first come first.
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

extension TimelineEngine {
    /// The epoch of the repository, read in its lane; a poll never finds the queue full.
    func epoch() async throws -> Int {
        try await reads.lane.run { [repository] in try repository.epoch() }
    }

    /// The epoch once it differs from the one that an observer has seen, or that one when it is time to check
    /// the session; at once for `nil`.
    func epoch(after seen: Int?) async throws -> Int {
        guard let seen else { return try await epoch() }
        return try await repository.lanes.watch.epoch(after: seen, polledBy: self)
    }
}
