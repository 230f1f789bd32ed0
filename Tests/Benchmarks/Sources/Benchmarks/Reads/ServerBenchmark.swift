import Foundation
import GRDB
import TimelineCore

/// The performance of one process while other tasks write, and while it is idle.
struct ServerResult {
    /// The times to read a feed while 64 writes wait for a lock held by another connection.
    var feed = Times()
    /// The processor time that 1,000 idle observers use, as a percentage of one core.
    var observers = 0.0
}

/// A benchmark of a store under conditions that are typical of a server.
struct ServerBenchmark {
    private let store: BenchmarkStore
    private static let feeds = 200
    private static let observers = 1000
    private static let window = Duration.seconds(5)

    init(_ store: BenchmarkStore) {
        self.store = store
    }

    func run() async throws -> ServerResult {
        var result = ServerResult()
        result.observers = try await idleObservers()
        result.feed = try await feedDuringQueuedWrites()
        return result
    }

    /// Reads a feed while another connection holds the write lock and likes fill the write queue.
    private func feedDuringQueuedWrites() async throws -> Times {
        var times = Times()
        let session = try await store.owner.session(of: store.thousand)
        guard let post = try await session.timeline(limit: 1).posts.first?.id else {
            throw BenchmarkFailure(reason: "The reader's timeline is empty.")
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.file.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let (rejections, rejected) = AsyncStream.makeStream(of: Void.self)
        let likes = (0..<70)
            .map { _ in
                Task {
                    do {
                        _ = try await session.like(post)
                    } catch TimelineError.busy {
                        rejected.yield()
                    }
                }
            }
        // Of 70 likes, one is running, 64 are queued and five are rejected.
        var remaining = 5
        for await _ in rejections {
            remaining -= 1
            if remaining == 0 { break }
        }
        for _ in 0..<Self.feeds {
            try await times.measure {
                _ = try await session.timeline(limit: Implementation.limit)
            }
        }
        for like in likes { like.cancel() }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        for like in likes { _ = await like.result }
        return times
    }

    /// Measures the load of observers that have received a page and wait for the next one.
    private func idleObservers() async throws -> Double {
        let guest = store.owner.guest
        let (pages, received) = AsyncStream.makeStream(of: Void.self)
        var page = pages.makeAsyncIterator()
        var tasks: [Task<Void, any Error>] = []
        for _ in 0..<Self.observers {
            let observation = guest.observe(.everyone, limit: Implementation.limit)
            tasks.append(
                Task {
                    for try await _ in observation { received.yield() }
                }
            )
            await page.next()
        }
        let (start, used) = (ContinuousClock.now, Self.processorTime())
        try await Task.sleep(for: Self.window)
        let share =
            (Self.processorTime() - used) / ((ContinuousClock.now - start) / .seconds(1))
        for task in tasks { task.cancel() }
        return 100 * share
    }

    /// Returns the processor time used by this process, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
