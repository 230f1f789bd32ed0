import Dispatch
import Synchronization

/// A lane: runs blocking work on threads of its own, at most `width` pieces at once, in the order of arrival.
///
/// This is the only bridge between Dispatch and `async`. Each lane owns as many serial queues as it is wide. On
/// Linux, Dispatch runs serial queues on other threads than its concurrent queues, whose threads Swift's
/// cooperative pool shares; blocked work therefore never delays a task, and one lane never delays another.
package final class BlockingExecutor: Sendable {
    private struct State {
        /// The serial queues that run nothing now.
        var idle: [DispatchQueue]
        /// Work that waits for a serial queue, first come first served.
        var waiting: [WorkPiece] = []

        func waitingCount(in queue: WorkQueue) -> Int {
            waiting.count { $0.ticket.queue === queue }
        }

        func isFull(_ queue: WorkQueue) -> Bool { waitingCount(in: queue) >= queue.bound }
    }

    /// How many pieces of work run at once.
    package let width: Int
    private let state: Lock<State>
    /// Runs what follows a group; it never blocks.
    private let notifications = DispatchQueue(label: "timeline.notifications")

    /// Creates a lane.
    ///
    /// - Parameter width: how many pieces of work run at once, 1 or more.
    package init(width: Int) {
        self.width = max(1, width)
        let queues = (0..<self.width).map { DispatchQueue(label: "timeline.lane-\($0)") }
        state = Lock(State(idle: queues))
    }

    /// How many pieces of work wait for their turn.
    package var waitingCount: Int { state.withLock(\.waiting.count) }

    /// How many pieces of work could start at once.
    package var idleCount: Int { state.withLock(\.idle.count) }

    /// How many pieces of work wait for their turn in a queue.
    func waitingCount(in queue: WorkQueue) -> Int { state.withLock { $0.waitingCount(in: queue) } }

    /// Runs `work` once.
    ///
    /// - Parameters:
    ///   - queue: the queue that the work waits in, which may be full.
    ///   - work: the work; it never starts when the task was cancelled before its turn.
    /// - Returns: what `work` returns.
    /// - Throws: what `work` throws; `CancellationError`; ``TimelineError/busy``.
    package func run<Output: Sendable>(
        in queue: WorkQueue? = nil,
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try Task.checkCancellation()
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

    /// Runs `work` on every input at the same time and passes all outputs, in the order of the inputs, to
    /// `merge`, which runs in the lane as well.
    ///
    /// The shards continue a read that was admitted, so they wait before other work and are never refused.
    ///
    /// - Throws: the error of the first input whose work threw; `CancellationError` when the task was
    ///   cancelled before the work of an input, or the merge, began.
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

    /// Starts a piece of work, or lets it wait behind the others; refuses it when its queue is full.
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

    /// Starts pieces of work that was admitted before, or lets them wait before the others.
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
            // Only now: a caller that goes on at once finds this thread idle, with warm caches.
            report()
        }
    }

    /// Refuses the work of a cancelled task that has not begun, and frees its place in the queue.
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

/// Identifies the work of one call, so that cancelling its task finds it.
private final class WorkTicket: Sendable {
    let queue: WorkQueue?
    let isWithdrawn = Atomic<Bool>(false)

    init(_ queue: WorkQueue?) { self.queue = queue }
}

/// Work that waits or runs; it is settled exactly once.
private struct WorkPiece: Sendable {
    let ticket: WorkTicket
    /// Does the work, or refuses it, and returns what reports the outcome to the caller.
    let settle: @Sendable (_ refusal: (any Error)?) -> () -> Void

    /// Does the work, unless its task was cancelled, and returns what reports the outcome.
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
