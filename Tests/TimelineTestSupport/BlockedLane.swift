package import TimelineCore

/// An executor with all of its threads blocked.
///
/// It cannot use the threads of callers either, so additional work is queued until the test
/// releases the executor.
package struct BlockedLane: Sendable {
    private let lane: BlockingExecutor
    private let gate = Gate()

    /// Blocks all threads of an idle executor.
    package init(_ lane: BlockingExecutor) async throws {
        let (gate, begun) = (gate, Counter())
        self.lane = lane
        lane.pool?.close()
        for _ in 1...lane.width {
            Task {
                try await lane.run {
                    begun.add()
                    gate.pass()
                }
            }
        }
        try await wait { begun.value == lane.width }
    }

    /// Waits until work is queued in the executor.
    package func untilWaiting(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(until: { lane.waitingCount > 0 }, file: file, line: line)
    }

    /// Unblocks the threads.
    package func release() {
        gate.open()
        lane.pool?.reopen()
    }

    private final class Counter: Sendable {
        private let count = Lock(0)

        var value: Int { count.withLock(\.self) }

        func add() { count.withLock { $0 += 1 } }
    }
}
