import Dispatch
import Synchronization

/// Runs blocking work on Dispatch's threads, away from Swift's cooperative pool.
///
/// This is the only bridge between Dispatch and `async`: work goes onto a queue inside a
/// `DispatchGroup`, and the group's `notify` resumes one continuation. Nothing waits.
package final class BlockingWork: Sendable {
    private let queues: [DispatchQueue]
    private let turn = Atomic<Int>(0)

    /// Makes a place for any amount of work at the same time.
    package init() {
        queues = [DispatchQueue(label: "timeline.blocking-work", attributes: .concurrent)]
    }

    /// Makes a place for no more than `lanes` pieces of work at the same time; others wait their turn.
    package init(lanes: Int) {
        queues = (0..<lanes).map { DispatchQueue(label: "timeline.lane-\($0)") }
    }

    private var queue: DispatchQueue {
        let turn = turn.wrappingAdd(1, ordering: .relaxed).newValue
        return queues[Int(turn.magnitude % queues.count.magnitude)]
    }

    /// Runs `work` once.
    package func run<Output: Sendable>(
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Runs `work` on every input at the same time and hands all outputs, in the order of the inputs, to
    /// `merge`, which runs on a Dispatch thread as well.
    ///
    /// - Throws: the error of the first input whose work threw; or `CancellationError` when the task was
    ///   cancelled before the work of an input began.
    func map<Input: Sendable, Output: Sendable, Merged: Sendable>(
        _ inputs: [Input],
        _ work: @escaping @Sendable (Input) throws -> Output,
        merge: @escaping @Sendable ([Output]) throws -> Merged
    ) async throws -> Merged {
        let results = WorkResults<Output>(count: inputs.count)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let group = DispatchGroup()
                for (index, input) in inputs.enumerated() {
                    queue.async(group: group) { results.settle(index) { try work(input) } }
                }
                group.notify(queue: queue) {
                    continuation.resume(with: Result { try merge(results.outputs()) })
                }
            }
        } onCancel: {
            results.cancel()
        }
    }
}

/// The outcomes of parallel work, each written by one thread.
private final class WorkResults<Output: Sendable>: Sendable {
    private struct State {
        var outcomes: [Result<Output, any Error>?]
        var isCancelled = false
    }

    private let state: Lock<State>

    init(count: Int) {
        state = Lock(State(outcomes: Array(repeating: nil, count: count)))
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    func settle(_ index: Int, _ work: () throws -> Output) {
        let isCancelled = state.withLock(\.isCancelled)
        let outcome: Result<Output, any Error> =
            isCancelled ? .failure(CancellationError()) : Result { try work() }
        state.withLock { $0.outcomes[index] = outcome }
    }

    func outputs() throws -> [Output] {
        try state.withLock(\.outcomes).compactMap { try $0?.get() }
    }
}
