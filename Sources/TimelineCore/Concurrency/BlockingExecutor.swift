import Dispatch
import Synchronization

/// A lane: runs blocking work on its own threads, at most `width` items at once, first come, first
/// served.
///
/// Each lane owns `width` serial queues. On Linux, Dispatch runs serial queues on separate threads
/// from its concurrent queues, which share their threads with Swift's cooperative pool. Blocked
/// work therefore never delays a task, and one lane never delays another.
///
/// A lane for short work that never waits for a lock can also run some of it on the threads of its
/// callers, which saves two changes of thread.
package final class BlockingExecutor: Sendable {
    private struct State {
        /// The idle serial queues.
        var idle: [DispatchQueue]
        /// The queued work, first come, first served.
        var waiting: [WorkPiece] = []

        func waitingCount(in queue: WorkQueue) -> Int {
            waiting.count { $0.ticket.queue === queue }
        }

        func isFull(_ queue: WorkQueue) -> Bool { waitingCount(in: queue) >= queue.bound }
    }

    /// The number of work items that can run at once on the lane's threads.
    package let width: Int
    /// The threads of callers that may run work; `nil` for none.
    package let pool: PoolShare?
    private let state: Lock<State>
    /// Runs the completion of each group; never blocks.
    private let notifications = DispatchQueue(label: "timeline.notifications")

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - width: the number of work items that can run at once on the lane's threads; values below
    ///     1 count as 1.
    ///   - pool: the threads of callers that may also run work; `nil` for none.
    package init(width: Int, pool: PoolShare? = nil) {
        self.width = max(1, width)
        self.pool = pool
        let queues = (0..<self.width).map { DispatchQueue(label: "timeline.lane-\($0)") }
        state = Lock(State(idle: queues))
    }

    /// The number of queued work items.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// The number of idle threads.
    package var idleCount: Int { state.withLock(\.idle.count) }

    /// The number of work items queued in `queue`.
    func waitingCount(in queue: WorkQueue) -> Int { state.withLock { $0.waitingCount(in: queue) } }

    /// Runs `work` once.
    ///
    /// - Parameters:
    ///   - queue: the queue to wait in; `nil` for an unbounded one.
    ///   - work: the work; it never starts if the task is cancelled before its turn.
    /// - Returns: the result of `work`.
    /// - Throws: the error of `work`; `CancellationError`; ``TimelineError/busy`` when the queue is
    ///   full.
    @concurrent
    package func run<Output: Sendable>(
        in queue: WorkQueue? = nil,
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
        // Queued work goes first.
        if let pool, waitingCount == 0, pool.take() {
            defer { pool.giveBack() }
            return try work()
        }
        let ticket = WorkTicket(queue)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let piece = WorkPiece(ticket: ticket) { refusal in
                    let result = Result {
                        if let refusal { throw refusal }
                        return try work()
                    }
                    return { continuation.resume(with: result) }
                }
                submit(piece)
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    /// Runs `work` on every input in parallel, then passes the outputs, in input order, to `merge`,
    /// which also runs in the lane.
    ///
    /// The shards continue an admitted read, so they run before queued work and are never rejected.
    ///
    /// - Throws: the error of the first input, in input order, that failed; `CancellationError`
    ///   when the task was cancelled before a shard or the merge started.
    package func map<Input: Sendable, Output: Sendable, Merged: Sendable>(
        _ inputs: [Input],
        _ work: @escaping @Sendable (Input) throws -> Output,
        merge: @escaping @Sendable ([Output]) throws -> Merged
    ) async throws -> Merged {
        try Task.checkCancellation()
        let results = WorkResults<Output>(count: inputs.count)
        let ticket = WorkTicket(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let group = DispatchGroup()
                let shards = inputs.enumerated()
                    .map { index, input in
                        group.enter()
                        return WorkPiece(ticket: ticket) { refusal in
                            results.settle(index, refusal) { try work(input) }
                            return { group.leave() }
                        }
                    }
                advance(shards)
                let merging = WorkPiece(ticket: ticket) { refusal in
                    let result = Result { try merge(results.outputs(refusal)) }
                    return { continuation.resume(with: result) }
                }
                group.notify(queue: notifications) { self.advance([merging]) }
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    // MARK: The queue

    /// Starts a work item, or appends it to the queue; rejects it when the queue is full.
    private func submit(_ piece: WorkPiece) {
        let isRefused = state.withLock { state in
            if let thread = state.idle.popLast() {
                start(piece, on: thread)
            } else if let queue = piece.ticket.queue, state.isFull(queue) {
                return true
            } else {
                state.waiting.append(piece)
            }
            return false
        }
        if isRefused { piece.settle(TimelineError.busy)() }
    }

    /// Starts work items of an admitted call, or inserts them at the front of the queue.
    private func advance(_ pieces: [WorkPiece]) {
        state.withLock { state in
            var rest = pieces[...]
            while !rest.isEmpty, let thread = state.idle.popLast() {
                start(rest.removeFirst(), on: thread)
            }
            state.waiting.insert(contentsOf: rest, at: 0)
        }
    }

    private func start(_ piece: WorkPiece, on thread: DispatchQueue) {
        thread.async { [self] in
            let report = piece.run()
            state.withLock { state in
                if state.waiting.isEmpty {
                    state.idle.append(thread)
                } else {
                    start(state.waiting.removeFirst(), on: thread)
                }
            }
            // Only now: if the caller continues at once, this thread is idle and its caches are
            // warm.
            report()
        }
    }

    /// Rejects the queued work of a cancelled task, which frees its place in the queue.
    private func withdraw(_ ticket: WorkTicket) {
        ticket.isWithdrawn.store(true, ordering: .releasing)
        let withdrawn = state.withLock { state in
            let withdrawn = state.waiting.filter { $0.ticket === ticket }
            if !withdrawn.isEmpty { state.waiting.removeAll { $0.ticket === ticket } }
            return withdrawn
        }
        for piece in withdrawn { piece.run()() }
    }
}

/// Identifies the work of one call, so that it can be cancelled.
private final class WorkTicket: Sendable {
    let queue: WorkQueue?
    let isWithdrawn = Atomic<Bool>(false)

    init(_ queue: WorkQueue?) { self.queue = queue }
}

/// A queued or running work item, which settles exactly once.
private struct WorkPiece: Sendable {
    let ticket: WorkTicket
    /// Runs or rejects the work, and returns a closure that reports the outcome to the caller.
    let settle: @Sendable (_ refusal: (any Error)?) -> () -> Void

    /// Runs the work unless its task was cancelled, and returns a closure that reports the outcome.
    func run() -> () -> Void {
        let isWithdrawn = ticket.isWithdrawn.load(ordering: .acquiring)
        return settle(isWithdrawn ? CancellationError() : nil)
    }
}

/// The outcomes of parallel work, each written by one thread.
private final class WorkResults<Output: Sendable>: Sendable {
    private let outcomes: Lock<[Result<Output, any Error>?]>

    init(count: Int) {
        outcomes = Lock(Array(repeating: nil, count: count))
    }

    func settle(_ index: Int, _ refusal: (any Error)?, _ work: () throws -> Output) {
        let outcome = refusal.map { .failure($0) } ?? Result { try work() }
        outcomes.withLock { $0[index] = outcome }
    }

    func outputs(_ refusal: (any Error)?) throws -> [Output] {
        if let refusal { throw refusal }
        return try outcomes.withLock(\.self).compactMap { try $0?.get() }
    }
}
