#if Cluster
import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

@Suite(
    "Many writers in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct ConcurrentWriterTests {
    @Test(
        "32 writers on two pools end in the state of the oracle, and each snapshot is consistent",
        arguments: 0..<TestEffort.count(1 as UInt64, full: 2, exhaustive: 20)
    )
    func writers(seed: UInt64) async throws {
        let recordCount = TestEffort.count(1_500, full: 3_000, exhaustive: 6_000)
        let world = try WriterWorld(seed: seed, recordCount: recordCount)
        defer { world.server.removeStores() }
        try await world.run()
        try world.compare()
        print(world.summary)
    }
}

/// A store with two pools, in which each of 32 users applies their records of a random script.
private final class WriterWorld: Sendable {
    let server: TestServer
    private let pools: [PostgresRepository]
    private let parts: [[VerifiedRecord]]
    private let seed: UInt64
    private let counter: TransactionCounter
    private let observer: SnapshotObserver

    init(seed: UInt64, recordCount: Int) throws {
        self.seed = seed
        server = try TestServer()
        let counter = TransactionCounter()
        self.counter = counter
        pools = try server.makePair { event, _ in
            if case .beginning = event { counter.noteAttempt() }
        }
        let script = try RecordScript(
            seed: seed,
            count: recordCount,
            userCount: 32,
            revokesKeys: false
        )
        .records
        parts = Dictionary(grouping: script, by: \.author).sorted { $0.key < $1.key }
            .map(\.value)
        observer = SnapshotObserver(of: parts.map { $0[0].author })
    }

    var summary: String { "32 writers, seed \(seed): \(counter.summary)" }

    /// Applies all records, while readers observe snapshots.
    func run() async throws {
        let (writing, reading) = (BlockingExecutor(width: 32), BlockingExecutor(width: 2))
        try await withThrowingTaskGroup { group in
            for index in parts.indices {
                group.addTask {
                    try await writing.run {
                        defer { self.counter.noteEnd() }
                        try self.write(index)
                    }
                }
            }
            for pool in pools {
                group.addTask {
                    try await reading.run {
                        while self.counter.endCount < self.parts.count {
                            try self.observer.observe(pool)
                        }
                        try self.observer.observe(pool)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Applies the records of one user in batches, and adds an account for some of the users.
    private func write(_ index: Int) throws {
        var generator = SplitMix64(seed: seed << 8 + UInt64(index))
        let pool = pools[index % pools.count]
        var rest = parts[index][...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(Int.random(in: 1...8, using: &generator)))
            let isFirst = rest.count == parts[index].count
            rest = rest.dropFirst(batch.count)
            try counter.time {
                try pool.apply { _, accounts in
                    if isFirst { try addAccount(index, accounts) }
                    try accounts.countRun(of: index)
                    return ValidatedBatch(unchecked: batch)
                } rejecting: { records, _ in
                    throw UnexpectedRejection(count: records.count)
                }
            }
            counter.noteBatch(of: index)
        }
    }

    private func addAccount(_ index: Int, _ accounts: any AccountWriter) throws {
        guard index.isMultiple(of: 4) else { return }
        let account = Account(
            user: parts[index][0].author,
            email: try EmailAddress("user\(index)@example.org"),
            passwordHash: "$plain$1$0",
            createdAt: TestEnvironment.start
        )
        try accounts.insert(account)
    }

    /// Compares both pools with the oracle.
    func compare() throws {
        let oracle = InMemoryRepository()
        try oracle.apply { _, accounts in
            for index in parts.indices { try addAccount(index, accounts) }
            return ValidatedBatch(unchecked: parts.flatMap { $0 })
        }
        var subjects = SocialAnswers.Subjects(of: parts.flatMap { $0 })
        subjects.viewers = Array(subjects.users.prefix(4))
        let expected = try SocialAnswers(oracle, about: subjects)
        let live = try oracle.read { try Self.liveRecords($0) }
        for pool in pools {
            try pool.addUp()
            let answers = try SocialAnswers(pool, about: subjects)
            #expect(answers.difference(from: expected) == nil)
            #expect(try pool.read { try Self.liveRecords($0) } == live)
            for index in parts.indices {
                let count = try pool.read { try $1.runCount(of: index) }
                #expect(count == counter.batchCount(of: index))
            }
        }
    }

    private static func liveRecords(_ reader: any SocialReader) throws -> [RecordID] {
        var ids: [RecordID] = []
        try reader.forEachRecord { ids.append($0.id) }
        return ids
    }
}

/// A conflict was mistaken for a record that cannot be stored.
private struct UnexpectedRejection: Error {
    let count: Int
}

/// Counts transactions and measures them.
private final class TransactionCounter: Sendable {
    private struct State {
        var attemptCount = 0
        var endCount = 0
        var batchCounts: [Int: Int] = [:]
        var times: [Duration] = []
        var start: ContinuousClock.Instant?
        var end: ContinuousClock.Instant?
    }

    private let state = Lock(State())

    /// The number of writers that have ended.
    var endCount: Int { state.withLock(\.endCount) }

    func noteEnd() { state.withLock { $0.endCount += 1 } }

    func noteAttempt() { state.withLock { $0.attemptCount += 1 } }

    func noteBatch(of writer: Int) { state.withLock { $0.batchCounts[writer, default: 0] += 1 } }

    func batchCount(of writer: Int) -> Int { state.withLock { $0.batchCounts[writer] ?? 0 } }

    func time(_ body: () throws -> Void) rethrows {
        let start = ContinuousClock.now
        try body()
        let end = ContinuousClock.now
        state.withLock { state in
            state.times.append(end - start)
            state.start = min(state.start ?? start, start)
            state.end = max(state.end ?? end, end)
        }
    }

    /// The number of transactions, of repetitions, and the time that they took.
    var summary: String {
        state.withLock { state in
            let times = state.times.sorted()
            guard let start = state.start, let end = state.end, let longest = times.last else {
                return "none"
            }
            let repeats = state.attemptCount - times.count
            let rate = Double(times.count) / ((end - start) / .seconds(1))
            return """
                \(times.count) transactions in \(end - start), \(Int(rate)) per second, \
                \(repeats) repetitions (\(100 * repeats / times.count) %), \
                median \(times[times.count / 2]), longest \(longest)
                """
        }
    }
}

/// Checks snapshots against each other and against themselves.
private final class SnapshotObserver: Sendable {
    /// What a snapshot has shown.
    private struct Observation {
        var epoch = 0
        /// The records that arrived up to the epoch.
        var records: Set<RecordID> = []
    }

    private let users: [User.ID]
    private let last = Lock(Observation())

    init(of users: [User.ID]) { self.users = users }

    /// Observes one snapshot.
    func observe(_ repository: any Repository) throws {
        let before = last.withLock { $0 }
        let now = try repository.read { reader in
            try recount(reader)
            let epoch = try reader.epoch()
            #expect(epoch >= before.epoch)
            // Nothing arrives in the past of a snapshot, although records may disappear.
            let settled = try ids(in: reader, upTo: before.epoch)
            #expect(settled.isSubset(of: before.records))
            return Observation(epoch: epoch, records: try ids(in: reader, upTo: epoch))
        }
        last.withLock { if now.epoch > $0.epoch { $0 = now } }
    }

    private func ids(in reader: any SocialReader, upTo epoch: Int) throws -> Set<RecordID> {
        Set(try reader.records(addedIn: 0...epoch, limit: .max).map(\.id))
    }

    /// Compares all counts in a snapshot with what they count.
    private func recount(_ reader: any SocialReader) throws {
        let all = PostRange(limit: .max)
        for user in users {
            guard let profile = try reader.profile(of: user, for: nil) else { continue }
            #expect(try reader.postIDs(.by(user), in: all).count == profile.postCount)
            let followers = try reader.users(UserQuery(.followers(of: user)))
            #expect(followers.count == profile.followerCount)
            let followed = try reader.users(UserQuery(.followed(by: user)))
            #expect(followed.count == profile.followingCount)
        }
        let posts = try reader.posts(reader.postIDs(.all, in: all), for: nil)
        for post in posts.suffix(60) {
            #expect(try reader.likers(of: post.id, limit: .max).count == post.likeCount)
            let comments = try reader.comments(on: post.id, after: nil, limit: .max)
            #expect(comments.count == post.commentCount)
        }
        for tag in try reader.tags(startingWith: "", limit: .max) {
            #expect(try reader.postIDs(.tagged(tag.tag), in: all).count == tag.postCount)
        }
    }
}

/// A private value that counts the batches of a writer.
extension AccountReader {
    fileprivate func runCount(of writer: Int) throws -> Int {
        try privateValue(forKey: "test/runs/\(writer)")?.count ?? 0
    }
}

extension AccountWriter {
    fileprivate func countRun(of writer: Int) throws {
        let key = "test/runs/\(writer)"
        try setPrivateValue((privateValue(forKey: key) ?? []) + [1], forKey: key)
    }
}
#endif
