/// A number of bytes that the work of a process shares.
///
/// Work waits, without a thread, until its bytes are free, in the order of arrival. Work that needs
/// more than the whole budget runs alone.
package final class MemoryBudget: Sendable {
    /// Work that waits.
    private struct Waiter {
        let number: UInt64
        let byteCount: Int
        let user: User.ID?
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var waiting: [Waiter] = []
        var count: UInt64 = 0
    }

    /// The budget for preparing pictures, which need memory for their files, copies and pixels.
    ///
    /// It is 256 MiB, four times the size of the largest file.
    package static let pictures = MemoryBudget(byteCount: 256 << 20)
    /// The maximum number of pieces of work of one user that wait.
    ///
    /// Otherwise, one user could fill the queue, and everyone else would wait behind it.
    static let waitingOfOneUser = 4

    private let byteCount: Int
    private let state: Lock<State>

    /// Creates a budget.
    package init(byteCount: Int) {
        self.byteCount = byteCount
        state = Lock(State(free: byteCount))
    }

    /// The number of pieces of work that wait.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Runs `work` once its bytes are free.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes that `work` needs at a time.
    ///   - bound: The maximum number of pieces of work that wait.
    ///   - user: The user who has asked for the work, or `nil` if no other bound applies.
    ///   - work: The work, which never starts if the task is cancelled beforehand.
    /// - Returns: The result of `work`.
    /// - Throws: Any error thrown by `work`, `CancellationError`, or ``TimelineError/busy`` if too
    ///   many wait.
    package func run<Output>(
        bytes byteCount: Int,
        bound: Int = .max,
        for user: User.ID? = nil,
        _ work: () async throws -> Output
    ) async throws -> Output {
        let byteCount = min(max(0, byteCount), self.byteCount)
        try await reserve(byteCount, bound: bound, for: user)
        defer { release(byteCount) }
        return try await work()
    }

    private func reserve(_ byteCount: Int, bound: Int, for user: User.ID?) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Void, any Error>? in
                    if state.waiting.isEmpty, byteCount <= state.free {
                        state.free -= byteCount
                        return .success(())
                    }
                    let own = user == nil ? 0 : state.waiting.count { $0.user == user }
                    guard state.waiting.count < bound, own < Self.waitingOfOneUser else {
                        return .failure(TimelineError.busy)
                    }
                    state.waiting.append(
                        Waiter(
                            number: number,
                            byteCount: byteCount,
                            user: user,
                            continuation: continuation
                        )
                    )
                    return nil
                }
                if let result { continuation.resume(with: result) }
                // The handler below may have run before the work was added.
                if Task.isCancelled { withdraw(number) }
            }
        } onCancel: {
            withdraw(number)
        }
    }

    private func release(_ byteCount: Int) {
        state.withLock { $0.free += byteCount }
        admit()
    }

    /// Starts the first waiting work, as far as its bytes are free.
    private func admit() {
        let admitted = state.withLock { state in
            var admitted: [Waiter] = []
            while let next = state.waiting.first, next.byteCount <= state.free {
                state.free -= next.byteCount
                admitted.append(state.waiting.removeFirst())
            }
            return admitted
        }
        for waiter in admitted { waiter.continuation.resume() }
    }

    /// Removes the work of a cancelled task, which may have let later work wait.
    private func withdraw(_ number: UInt64) {
        let withdrawn = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        guard let withdrawn else { return }
        withdrawn.continuation.resume(throwing: CancellationError())
        admit()
    }
}
