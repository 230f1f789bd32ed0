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
