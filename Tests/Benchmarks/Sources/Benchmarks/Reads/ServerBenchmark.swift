import Foundation
import GRDB
import TimelineCore

/// What one process serves while others write, and while nothing happens.
struct ServerResult {
    /// A feed while 64 writes wait for another process.
    var feed = Times()
    /// The share of one core that a thousand idle observers use, in per cent.
    var observers = 0.0
}

/// Measures a store as a server uses it.
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
        try await feedWhileWritesWait(&result.feed)
        return result
    }

    /// Another connection holds the lock for writes; as many likes wait as the queue takes.
    private func feedWhileWritesWait(_ times: inout Times) async throws {
        let session = try await store.owner.session(of: store.thousand)
        guard let post = try await session.timeline(limit: 1).posts.first?.id else {
            throw BenchmarkFailure(reason: "The reader's timeline is empty.")
        }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: store.file.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let (refusals, refused) = AsyncStream.makeStream(of: Void.self)
        let likes = (0..<70)
            .map { _ in
                Task {
                    do {
                        _ = try await session.like(post)
                    } catch TimelineError.busy {
                        refused.yield()
                    }
                }
            }
        // One writes and 64 wait once the other five were refused.
        var rest = 5
        for await _ in refusals {
            rest -= 1
            if rest == 0 { break }
        }
        for _ in 0..<Self.feeds {
            try await times.measure {
                _ = try await session.timeline(limit: Contender.limit)
            }
        }
        for like in likes { like.cancel() }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        for like in likes { _ = await like.result }
    }

    /// Observers that have seen the newest page, and wait.
    private func idleObservers() async throws -> Double {
        let guest = store.owner.guest
        let (answers, answered) = AsyncStream.makeStream(of: Void.self)
        var answer = answers.makeAsyncIterator()
        var tasks: [Task<Void, any Error>] = []
        for _ in 0..<Self.observers {
            let observation = guest.observe(.everyone, limit: Contender.limit)
            tasks.append(
                Task {
                    for try await _ in observation { answered.yield() }
                }
            )
            await answer.next()
        }
        let (start, used) = (ContinuousClock.now, Self.processorTime())
        try await Task.sleep(for: Self.window)
        let share =
            (Self.processorTime() - used) / ((ContinuousClock.now - start) / .seconds(1))
        for task in tasks { task.cancel() }
        return 100 * share
    }

    /// The processor time that this process has used, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
