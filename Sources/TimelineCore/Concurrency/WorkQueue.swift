/// The bounded queue in which one engine's work waits for a lane.
///
/// Several queues may lead to one lane: engines on one repository share its lanes, and all engines
/// of a process share the lane for hashing.
package final class WorkQueue: Sendable {
    /// The lane that runs the work.
    package let lane: BlockingExecutor
    /// The maximum number of queued work items; running work does not count.
    let bound: Int

    /// Creates a queue of at most `bound` waiting work items.
    package init(_ lane: BlockingExecutor, bound: Int = .max) {
        self.lane = lane
        self.bound = bound
    }

    /// The number of queued work items.
    package var waitingCount: Int { lane.waitingCount(in: self) }

    /// Runs `work` once.
    ///
    /// - Throws: the error of `work`; `CancellationError` when the task was cancelled before the
    ///   work started; ``TimelineError/busy`` at once when the queue is full.
    package func run<Output: Sendable>(
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await lane.run(in: self, work)
    }
}
