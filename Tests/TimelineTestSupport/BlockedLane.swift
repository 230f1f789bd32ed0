package import TimelineCore

/// A lane all of whose threads are blocked, so that further work waits until a test releases it.
public struct BlockedLane: Sendable {
    private let lane: BlockingExecutor
    private let gate = Gate()

    /// Blocks a lane in which no work waits.
    package init(_ lane: BlockingExecutor) async {
        let (gate, begun) = (gate, Counter())
        self.lane = lane
        for _ in 1...lane.width {
            Task {
                try await lane.run {
                    begun.add()
                    gate.pass()
                }
            }
        }
        while begun.value < lane.width { await Task.yield() }
    }

    /// Waits until the lane holds work of the test.
    public func untilWaiting() async {
        while lane.waitingCount == 0 { await Task.yield() }
    }

    /// Lets all work run.
    public func release() { gate.open() }

    private final class Counter: Sendable {
        private let count = Lock(0)

        var value: Int { count.withLock(\.self) }

        func add() { count.withLock { $0 += 1 } }
    }
}
