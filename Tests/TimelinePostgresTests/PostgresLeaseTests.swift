#if Cluster
import Foundation
import S3TestSupport
import Synchronization
import Testing
import TimelineCore
import TimelineSQL
import TimelineTestSupport
import TimelineTesting

@testable import TimelinePostgres

@Suite(
    "Leases in PostgreSQL",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
final class PostgresLeaseTests {
    private let server: TestServer
    /// Two processes with the same store.
    let (first, second): (PostgresRepository, PostgresRepository)
    private let blobs = (1...3).map { BlobID(of: Data([$0])) }
    private static let duration = Duration.seconds(1000)

    init() throws {
        server = try TestServer()
        first = try server.makeRepository()
        second = try server.openAgain(first)
    }

    deinit { server.removeStores() }

    private func insert(into repository: PostgresRepository) throws -> BlobLease {
        let lease = BlobLease(purpose: .storing, blobs: blobs)
        try repository.leases.insert(lease, for: Self.duration)
        return lease
    }

    @Test(arguments: LeaseLaw.all)
    func law(_ law: LeaseLaw) throws {
        let (first, blobs) = (first, blobs)
        try law.check(
            LeaseTestProcesses(
                first: first.leases,
                second: second.leases,
                advance: { try first.advanceLeases(by: $0) },
                commit: {
                    try first.writeAccounts {
                        try $0.setOriginal(blobs[0], of: blobs[1], by: .leia)
                    }
                }
            )
        )
    }

    // MARK: Losses

    @Test func aLostLeaseIsAnErrorThatIsNotRepeated() throws {
        let lease = try insert(into: first)
        try first.advanceLeases(by: Self.duration)
        var count = 0
        let error = #expect(throws: TimelineError.self) {
            try first.writing { connection in
                count += 1
                // The first result begins the transaction on the server.
                #expect(try Statement("SELECT 1", in: connection).exists())
                guard count == 1 else { return }
                let taken = try second.leases.takeOver(limit: 1, for: Self.duration)
                #expect(taken == [lease.takenOver])
            }
        }
        guard case .storageFailed(let failure) = error else {
            Issue.record("It is not a failure of the storage.")
            return
        }
        #expect(failure.reason == PostgresText.lostLease)
        // The first run began before the loss, so it ended with a conflict.
        #expect(count == 2)
        try second.writing { _ in }
        try first.leases.abandon(lease.id)
        try first.writing { _ in }
    }

    enum Taker: CaseIterable {
        case stored, takeOver, abandon
    }

    @Test(arguments: Taker.allCases)
    func whoTakesALeaseWaitsForATransactionThatHasCheckedIt(taker: Taker) async throws {
        let (first, second, blobs) = (first, second, blobs)
        let lease = try insert(into: first)
        try first.advanceLeases(by: Self.duration)
        let isChecked = Lock(false)
        let mayCommit = Lock(false)
        async let commit: Void = BlockingExecutor(width: 1)
            .run {
                try first.writing { connection in
                    try Statement("INSERT INTO batch VALUES (1, FALSE, x'00')", in: connection)
                        .run()
                    try first.fence.check(first.fence.leases, on: connection)
                    isChecked.withLock { $0 = true }
                    while !mayCommit.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
                }
            }
        try await wait { isChecked.withLock { $0 } }
        async let isVisible = BlockingExecutor(width: 1)
            .run {
                switch taker {
                case .stored: #expect(try second.leases.stored(among: blobs).isEmpty)
                case .takeOver:
                    let taken = try second.leases.takeOver(limit: 1, for: Self.duration)
                    #expect(taken == [lease.takenOver])
                case .abandon: try first.leases.abandon(lease.id)
                }
                return try second.isTrue("EXISTS (SELECT 1 FROM batch)")
            }
        // The threads end even if the wait fails.
        defer { mayCommit.withLock { $0 = true } }
        try await wait(limit: .seconds(30)) {
            try second.isTrue(
                """
                EXISTS (
                    SELECT 1 FROM pg_stat_activity
                    WHERE wait_event_type = 'Lock' AND query LIKE '%FROM lease_process%UPDATE'
                )
                """
            )
        }
        mayCommit.withLock { $0 = true }
        try await commit
        #expect(try await isVisible)
    }

    @Test func aFailedReleaseEndsTheChecksAndTheRenewals() throws {
        let lease = try insert(into: first)
        let abandoned = try insert(into: first)
        #expect(first.fence.leases == [lease.id, abandoned.id])
        // A thread that uses the store cannot use it again.
        try first.pool.use { _ in
            #expect(throws: TimelineError.self) { try first.leases.release(lease.id) }
            #expect(throws: TimelineError.self) { try first.leases.abandon(abandoned.id) }
        }
        #expect(first.fence.leases.isEmpty)
        #expect(try second.leases.takeOver(limit: 2, for: Self.duration).isEmpty)
        try second.advanceLeases(by: Self.duration)
        #expect(try first.leases.renew(for: Self.duration))
        #expect(try second.leases.takeOver(limit: 2, for: Self.duration).count == 2)
    }

    @Test func anInsertionThatFailsIsNotChecked() throws {
        let lease = try insert(into: first)
        #expect(throws: TimelineError.self) { try second.leases.insert(lease, for: Self.duration) }
        try second.writing { _ in }
        #expect(second.fence.leases.isEmpty)
    }

    // MARK: Costs

    @Test func onlyAProcessWithLeasesMakesAnotherStatement() throws {
        func roundTrips() throws -> Int {
            let count = try first.pool.use { $0.roundTrips.value }
            try first.writing { _ in }
            return try first.pool.use { $0.roundTrips.value } - count
        }
        let usual = try roundTrips()
        let leases = try (1...3).map { _ in try insert(into: first) }
        #expect(try roundTrips() == usual + 1)
        for lease in leases { try first.leases.release(lease.id) }
        #expect(try roundTrips() == usual)
    }

    @Test func rowsOfProcessesWithoutLeasesAreRemoved() throws {
        let lease = try insert(into: first)
        try second.leases.release(insert(into: second).id)
        func count() throws -> Int? {
            try first.pool.use { connection in
                try connection.snapshot {
                    try Statement("SELECT count(*) FROM lease_process", in: connection)
                        .first { $0.int(0) }
                }
            }
        }
        #expect(try count() == 2)
        #expect(try second.leases.takeOver(limit: 1, for: Self.duration).isEmpty)
        #expect(try count() == 1)
        try first.writing { _ in }
        try first.leases.release(lease.id)
        #expect(try second.leases.takeOver(limit: 1, for: Self.duration).isEmpty)
        #expect(try count() == 0)
        try first.leases.release(insert(into: first).id)
        #expect(try count() == 1)
    }

    // MARK: Many at once

    /// Runs a closure several times at once in both processes.
    func runAtOnce(
        _ body: @escaping @Sendable (PostgresRepository, Int) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                let repository = number % 2 == 0 ? first : second
                group.addTask {
                    try await BlockingExecutor(width: 1).run { try body(repository, number) }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func leasesMakeNoTransactionConflict() async throws {
        _ = try insert(into: first)
        _ = try insert(into: second)
        let runs = Lock(0)
        try await runAtOnce { repository, number in
            for round in 0..<30 {
                let blob = BlobID(of: Data("\(number) \(round)".utf8))
                let lease = BlobLease(purpose: .storing, blobs: [blob])
                try repository.leases.insert(lease, for: Self.duration)
                try repository.writing { connection in
                    runs.withLock { $0 += 1 }
                    // Without a read, a serializable transaction could not conflict.
                    _ = try Statement("SELECT 1 FROM batch WHERE arrival = ?", in: connection)
                        .exists(8 * round + number)
                }
                if round % 5 == 0 { #expect(try repository.leases.renew(for: Self.duration)) }
                #expect(try repository.leases.stored(among: [blob]) == [blob])
                try repository.leases.release(lease.id)
            }
        }
        #expect(runs.withLock { $0 } == 8 * 30)
    }

    private struct Counts {
        var (committed, lost, taken) = (0, 0, 0)
    }

    @Test func leasesThatEndAllTheTimeCauseNoDeadlocks() async throws {
        let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        func count() throws -> Int? {
            try first.pool.use { connection in
                try connection.snapshot {
                    try Statement(deadlocks, in: connection).first { $0.int(0) }
                }
            }
        }
        let before = try count()
        let blobs = (0..<20).map { BlobID(of: Data([UInt8($0)])) }
        let counts = Lock(Counts())
        try await runAtOnce { repository, _ in
            for _ in 0..<40 {
                let lease = BlobLease(purpose: .storing, blobs: blobs.shuffled().prefix(5))
                let duration = Duration.milliseconds(Int.random(in: 0...20))
                try repository.leases.insert(lease, for: duration)
                do {
                    try repository.writing { _ in }
                    counts.withLock { $0.committed += 1 }
                } catch TimelineError.storageFailed(let error) {
                    #expect(error.reason == PostgresText.lostLease)
                    counts.withLock { $0.lost += 1 }
                }
                _ = try repository.leases.renew(for: duration)
                _ = try repository.leases.stored(among: Array(blobs.shuffled().prefix(10)))
                for taken in try repository.leases.takeOver(limit: 3, for: duration) {
                    counts.withLock { $0.taken += 1 }
                    try repository.leases.release(taken.id)
                }
                if Bool.random() {
                    try repository.leases.release(lease.id)
                } else {
                    try repository.leases.abandon(lease.id)
                }
            }
        }
        let result = counts.withLock { $0 }
        #expect(result.committed > 0 && result.lost > 0 && result.taken > 0, "\(result)")
        #expect(try count() == before)
        #expect(first.fence.leases.isEmpty && second.fence.leases.isEmpty)
    }
}

extension PostgresRepository {
    /// Lets the ends of all leases come nearer.
    func advanceLeases(
        by duration: Duration,
        for purposes: [BlobLease.Purpose] = BlobLease.Purpose.allCases
    ) throws {
        try writing(fencedBy: nil) { connection in
            // In the same order as all others.
            _ = try Statement("SELECT id FROM blob_lease ORDER BY id FOR UPDATE", in: connection)
                .all { $0.data(0) }
            for purpose in purposes {
                try Statement(
                    "UPDATE blob_lease SET ends = ends - ? WHERE purpose = ?",
                    in: connection
                )
                .run(Int(duration / .milliseconds(1)), purpose.rawValue)
            }
        }
    }

    /// Returns whether a condition is true.
    func isTrue(_ condition: String) throws -> Bool {
        try pool.use { connection in
            try connection.snapshot {
                try Statement("SELECT 1 WHERE \(condition)", in: connection).exists()
            }
        }
    }
}
#endif
