import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Concurrent work in a lane", .timeLimit(.minutes(20)))
struct ConcurrentLaneTests {
    /// A record of the work that has run, in order.
    private final class Diary: Sendable {
        private let lines = Lock<[Int]>([])

        func note(_ line: Int) { lines.withLock { $0.append(line) } }

        var text: [Int] { lines.withLock(\.self) }
    }

    /// Blocks all threads of an executor and waits until they are blocked.
    private static func block(
        _ lane: BlockingExecutor,
        width: Int,
        with gate: Gate
    ) async throws -> Task<Void, any Error> {
        let begun = Diary()
        let task = Task {
            try await withThrowingTaskGroup { group in
                for number in 0..<width {
                    group.addTask {
                        try await lane.run {
                            begun.note(number)
                            gate.pass()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await wait { begun.text.count == width }
        try #require(lane.idleCount == 0, "The lane is wider than \(width).")
        return task
    }

    private static func untilWaiting(_ count: Int, in queue: WorkQueue) async throws {
        try await wait { queue.waitingCount == count }
    }

    @Test(arguments: [1, 2, 5])
    func theWidthLimitsTheWorkAtOnce(width: Int) async throws {
        let (lane, gate, diary) = (BlockingExecutor(width: width), Gate(), Diary())
        let queue = WorkQueue(lane)
        let blocking = try await Self.block(lane, width: width, with: gate)
        async let next: Void = queue.run { diary.note(1) }
        try await Self.untilWaiting(1, in: queue)
        #expect(diary.text.isEmpty)
        gate.open()
        try await next
        try await blocking.value
        #expect(diary.text == [1])
    }

    @Test func aStoreOnServersReadsAsManyPhotosAtOnceAsItHasReaders() async throws {
        let (lanes, gate) = (RepositoryLanes(readers: 5, writers: 2), Gate())
        let blocking = try await Self.block(lanes.files, width: 5, with: gate)
        gate.open()
        try await blocking.value
    }

    /// Checks that the thread is idle before the caller continues.
    ///
    /// Otherwise, consecutive calls would alternate between threads with cold caches.
    @Test func theThreadIsIdleBeforeTheCallerContinues() async throws {
        let lane = BlockingExecutor(width: 2)
        for _ in 0..<1000 {
            #expect(try await lane.run { 1 } == 1)
            #expect(lane.idleCount == 2)
        }
    }

    @Test func workStartsInTheOrderOfArrival() async throws {
        let (lane, gate, diary) = (BlockingExecutor(width: 1), Gate(), Diary())
        let queue = WorkQueue(lane)
        let blocking = try await Self.block(lane, width: 1, with: gate)
        try await withThrowingTaskGroup { group in
            for number in 1...20 {
                group.addTask { try await queue.run { diary.note(number) } }
                try await Self.untilWaiting(number, in: queue)
            }
            gate.open()
            try await group.waitForAll()
        }
        try await blocking.value
        #expect(diary.text == Array(1...20))
    }

    @Test func shortWorkRunsOnItsCallersThreadWhileTheShareLasts() async throws {
        let pool = PoolShare(threads: 1)
        let lane = BlockingExecutor(width: 1, pool: pool)
        for _ in 0..<3 {
            #expect(try await lane.run { lane.idleCount } == 1)
            #expect(try await lane.run { pool.acquire() } == false)
            await #expect(throws: TimelineError.busy) {
                try await lane.run { throw TimelineError.busy }
            }
        }
        // While the share is in use, the executor's own thread runs the work.
        #expect(pool.acquire())
        #expect(try await lane.run { lane.idleCount } == 0)
        pool.release()
        #expect(try await lane.run { lane.idleCount } == 1)
    }

    @Test func blockedLanesDelayNeitherOtherLanesNorTasks() async throws {
        let gate = Gate()
        let blocking = try await Self.block(BlockingExecutor(width: 64), width: 64, with: gate)
        // While all 64 threads are blocked, another executor and the cooperative pool still run
        // work.
        #expect(try await BlockingExecutor(width: 1).run { 1 } == 1)
        #expect(await Task.detached { 2 }.value == 2)
        gate.open()
        try await blocking.value
    }

    @Test func cancelledWorkNeverStartsAndLeavesTheQueue() async throws {
        let (lane, gate, diary) = (BlockingExecutor(width: 1), Gate(), Diary())
        let queue = WorkQueue(lane, bound: 1)
        let blocking = try await Self.block(lane, width: 1, with: gate)
        let cancelled = Task { try await queue.run { diary.note(1) } }
        try await Self.untilWaiting(1, in: queue)
        cancelled.cancel()
        // The error is thrown while the executor is still blocked.
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(queue.waitingCount == 0)
        async let next: Void = queue.run { diary.note(2) }
        try await Self.untilWaiting(1, in: queue)
        gate.open()
        try await next
        try await blocking.value
        #expect(diary.text == [2])
    }

    @Test func workOfACancelledTaskNeverStarts() async throws {
        let (lane, gate, diary) = (BlockingExecutor(width: 1), Gate(), Diary())
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await lane.run { diary.note(1) }
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(diary.text.isEmpty)
        gate.open()
    }

    @Test func aFullQueueRejectsWorkAndAnotherDoesNot() async throws {
        let (lane, gate, diary) = (BlockingExecutor(width: 1), Gate(), Diary())
        let (queue, other) = (WorkQueue(lane, bound: 2), WorkQueue(lane, bound: 1))
        let blocking = try await Self.block(lane, width: 1, with: gate)
        async let first: Void = queue.run { diary.note(1) }
        try await Self.untilWaiting(1, in: queue)
        async let second: Void = queue.run { diary.note(2) }
        try await Self.untilWaiting(2, in: queue)
        await #expect(throws: TimelineError.busy) { try await queue.run { diary.note(3) } }
        async let third: Void = other.run { diary.note(4) }
        try await Self.untilWaiting(1, in: other)
        gate.open()
        _ = try await (first, second, third)
        try await blocking.value
        #expect(diary.text == [1, 2, 4])
    }

    @Test func shardsPrecedeOtherWorkAndACancelledMergeNeverStarts() async throws {
        let (lane, gate, diary) = (BlockingExecutor(width: 1), Gate(), Diary())
        let queue = WorkQueue(lane)
        let blocking = try await Self.block(lane, width: 1, with: gate)
        async let other: Void = queue.run { diary.note(9) }
        try await Self.untilWaiting(1, in: queue)
        let cancelled = Task {
            try await lane.map([1, 2]) {
                diary.note($0)
            } merge: { _ in
                diary.note(3)
            }
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let merged = Task {
            try await lane.map([5, 6]) { number in
                diary.note(number)
                return number
            } merge: { numbers in
                numbers.reduce(0, +)
            }
        }
        try await Self.untilWaiting(3, in: lane)
        gate.open()
        #expect(try await merged.value == 11)
        try await other
        try await blocking.value
        #expect(diary.text == [5, 6, 9])
    }

    private static func untilWaiting(_ count: Int, in lane: BlockingExecutor) async throws {
        try await wait { lane.waitingCount == count }
    }
}
