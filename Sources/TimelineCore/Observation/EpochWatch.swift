/// Polls the epoch of a repository for all its observers: ten reads a second while anybody observes, none
/// otherwise, however many observers wait.
package final class EpochWatch: Sendable {
    private struct Waiter {
        /// The epoch of the observer's last answer.
        let seen: Int
        let continuation: CheckedContinuation<Int, any Error>
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
        var isPolling = false
    }

    private let state = Lock(State())

    /// The time between two polls.
    static var interval: Duration { .milliseconds(100) }

    /// How many observers one poll wakes: half of the default queue of reads, so that the questions of a
    /// thousand observers leave room for others.
    private static var wakeLimit: Int { 128 }

    /// How many observers wait for a change.
    package var waitingCount: Int { state.withLock(\.waiters.count) }

    /// Whether a task polls.
    package var isPolling: Bool { state.withLock(\.isPolling) }

    /// Waits until the epoch differs from `seen`.
    ///
    /// - Parameters:
    ///   - seen: the epoch of the observer's last answer.
    ///   - engine: polls, where no other observer's does.
    /// - Returns: the new epoch.
    /// - Throws: `CancellationError`; the error of a poll.
    func epoch(after seen: Int, polledBy engine: TimelineEngine) async throws -> Int {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFirst = state.withLock { state in
                    state.waiters[id] = Waiter(seen: seen, continuation: continuation)
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

    /// Wakes those who have not seen this epoch, the first come first.
    private func wake(at epoch: Int) {
        let woken = state.withLock { state in
            let late = state.waiters.filter { $0.value.seen != epoch }.keys.sorted()
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

    /// The epoch once it differs from the one that an observer has seen; at once for `nil`.
    func epoch(after seen: Int?) async throws -> Int {
        guard let seen else { return try await epoch() }
        return try await repository.lanes.watch.epoch(after: seen, polledBy: self)
    }
}
