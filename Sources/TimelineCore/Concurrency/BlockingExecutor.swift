import Dispatch
import Synchronization

/// An executor, also called a lane, that runs blocking work on its own threads.
///
/// At most `width` work items run at once, in the order in which they were queued.
///
/// Each executor owns `width` serial queues. On Linux, Dispatch runs serial queues and concurrent
/// queues on separate threads, and the concurrent queues share their threads with Swift's
/// cooperative pool. Blocking work therefore never delays a Swift task, and one executor never
/// delays another.
///
/// An executor for short work that never waits for a lock can also run some of this work on its
/// callers' threads, which saves two thread switches.
package final class BlockingExecutor: Sendable {
    private struct State {
        /// The idle serial queues.
        var idle: [DispatchQueue]
        /// The queued work items, in the order in which they will run.
        var waiting: [Job] = []

        func waitingCount(in queue: WorkQueue) -> Int {
            waiting.count { $0.ticket.queue === queue }
        }

        func isFull(_ queue: WorkQueue) -> Bool { waitingCount(in: queue) >= queue.bound }
    }

    /// The maximum number of work items that run at once on the executor's threads.
    package let width: Int
    /// The share of the cooperative pool that may also run work, or `nil` if only the executor's
    /// own threads may.
    package let pool: PoolShare?
    private let state: Lock<State>
    /// The queue for the completion handlers of dispatch groups.
    ///
    /// These handlers never block.
    private let notifications = DispatchQueue(label: "timeline.notifications")

    /// Creates an executor.
    ///
    /// - Parameters:
    ///   - width: The maximum number of work items that run at once on the executor's threads.
    ///     Values below 1 are treated as 1.
    ///   - pool: The share of the cooperative pool that may also run work, or `nil` if only the
    ///     executor's own threads may.
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

    /// Returns the number of work items that are waiting in `queue`.
    func waitingCount(in queue: WorkQueue) -> Int { state.withLock { $0.waitingCount(in: queue) } }

    /// Runs `work` once and returns its result.
    ///
    /// - Parameters:
    ///   - queue: The queue in which to wait, or `nil` for an unlimited queue.
    ///   - work: The work to run. It never starts if the task is cancelled beforehand.
    /// - Returns: The result of `work`.
    /// - Throws: Any error thrown by `work`, `CancellationError`, or ``TimelineError/busy`` if the
    ///   queue is full.
    @concurrent
    package func run<Output: Sendable>(
        in queue: WorkQueue? = nil,
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
        // Work that is already queued runs first.
        if let pool, waitingCount == 0, pool.acquire() {
            defer { pool.release() }
            return try work()
        }
        let ticket = WorkTicket(queue)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let piece = Job(ticket: ticket) { refusal in
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

    /// Runs `work` on all inputs in parallel, then runs `merge` on the outputs.
    ///
    /// The outputs are in the order of the inputs. `merge` also runs on this executor.
    ///
    /// The parallel work belongs to a read that has already been admitted. It therefore runs before
    /// queued work and is never rejected.
    ///
    /// - Throws: The error for the first input that failed, in the order of the inputs; any error
    ///   thrown by `merge`; or `CancellationError` if the task was cancelled before all of the work
    ///   had started.
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
                        return Job(ticket: ticket) { refusal in
                            results.settle(index, refusal: refusal) { try work(input) }
                            return { group.leave() }
                        }
                    }
                advance(shards)
                let merging = Job(ticket: ticket) { refusal in
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

    /// Starts a work item if a thread is idle, appends it to the queue otherwise, or rejects it if
    /// the queue is full.
    private func submit(_ piece: Job) {
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

    /// Starts the work items of an admitted call, or inserts them at the front of the queue if no
    /// thread is idle.
    private func advance(_ pieces: [Job]) {
        state.withLock { state in
            var rest = pieces[...]
            while !rest.isEmpty, let thread = state.idle.popLast() {
                start(rest.removeFirst(), on: thread)
            }
            state.waiting.insert(contentsOf: rest, at: 0)
        }
    }

    private func start(_ piece: Job, on thread: DispatchQueue) {
        thread.async { [self] in
            let report = piece.run()
            state.withLock { state in
                if state.waiting.isEmpty {
                    state.idle.append(thread)
                } else {
                    start(state.waiting.removeFirst(), on: thread)
                }
            }
            // Report only now, so that this thread is idle and its caches are warm if the caller
            // continues immediately.
            report()
        }
    }

    /// Removes the work of a cancelled task from the queue, and reports the cancellation to its
    /// caller.
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

/// An object that identifies the work items of one call, so that they can be cancelled.
private final class WorkTicket: Sendable {
    let queue: WorkQueue?
    let isWithdrawn = Atomic<Bool>(false)

    init(_ queue: WorkQueue?) { self.queue = queue }
}

/// A queued or running work item, which reports its outcome exactly once.
private struct Job: Sendable {
    let ticket: WorkTicket
    /// A closure that runs or rejects the work and returns a second closure, which reports the
    /// outcome to the caller.
    let settle: @Sendable (_ refusal: (any Error)?) -> () -> Void

    /// Runs the work, unless its task was cancelled, and returns a closure that reports the outcome
    /// to the caller.
    func run() -> () -> Void {
        let isWithdrawn = ticket.isWithdrawn.load(ordering: .acquiring)
        return settle(isWithdrawn ? CancellationError() : nil)
    }
}

/// The outcomes of parallel work items.
///
/// Each outcome is written by a single thread.
private final class WorkResults<Output: Sendable>: Sendable {
    private let outcomes: Lock<[Result<Output, any Error>?]>

    init(count: Int) {
        outcomes = Lock(Array(repeating: nil, count: count))
    }

    func settle(_ index: Int, refusal: (any Error)?, work: () throws -> Output) {
        let outcome = refusal.map { .failure($0) } ?? Result { try work() }
        outcomes.withLock { $0[index] = outcome }
    }

    func outputs(_ refusal: (any Error)?) throws -> [Output] {
        if let refusal { throw refusal }
        return try outcomes.withLock(\.self).compactMap { try $0?.get() }
    }
}

/// A bounded queue in which the work of one engine waits for an executor.
///
/// Several queues may share one executor. Engines that use the same repository share its executors,
/// and all engines in a process share the executor for hashing.
package final class WorkQueue: Sendable {
    /// The executor that runs the work.
    package let lane: BlockingExecutor
    /// The maximum number of queued work items, not including work that is already running.
    let bound: Int

    /// Creates a queue for at most `bound` waiting work items.
    package init(_ lane: BlockingExecutor, bound: Int = .max) {
        self.lane = lane
        self.bound = bound
    }

    /// The number of queued work items.
    package var waitingCount: Int { lane.waitingCount(in: self) }

    /// Runs `work` once and returns its result.
    ///
    /// - Throws: Any error thrown by `work`; `CancellationError` if the task is cancelled before
    ///   the work starts; or ``TimelineError/busy``, immediately, if the queue is full.
    package func run<Output: Sendable>(
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await lane.run(in: self, work)
    }
}
