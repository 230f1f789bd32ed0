/// The bounded queue in which one engine's work waits for a lane.
///
/// Several queues may lead to one lane: engines on one repository share its lanes, and all engines of a process
/// share the lane for hashing.
package final class WorkQueue: Sendable {
    /// The lane that runs the work.
    package let lane: BlockingExecutor
    /// How many pieces of work may wait; work that runs does not count.
    let bound: Int

    /// Creates a queue that accepts work until `bound` pieces wait.
    package init(_ lane: BlockingExecutor, bound: Int = .max) {
        self.lane = lane
        self.bound = bound
    }

    /// How many pieces of work wait in this queue.
    package var waitingCount: Int { lane.waitingCount(in: self) }

    /// Runs `work` once.
    ///
    /// - Throws: what `work` throws; `CancellationError` when the task was cancelled before the work began;
    ///   ``TimelineError/busy`` at once when the queue is full.
    package func run<Output: Sendable>(
        _ work: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await lane.run(in: self, work)
    }
}
