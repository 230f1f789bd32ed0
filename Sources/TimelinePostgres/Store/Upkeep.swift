#if Cluster
import Foundation
import TimelineCore
import TimelineSQL

/// What a repository does from time to time besides the transactions of its callers.
final class Upkeep: Sendable {
    private struct State {
        var contendedUntil: ContinuousClock.Instant?
        var isScheduled = false
    }

    private let state = Lock(State())
    private let contention: Duration

    /// The usual time for which counts are written in parts after a conflict.
    static let contention = Duration.seconds(10)
    /// The time after which parts are added up.
    private static let delay = DispatchTimeInterval.milliseconds(200)
    /// The number of writes for one of which this is done even without parts.
    private static let rarity = 256
    /// The number of the lock of the transaction that does this: "TMLU".
    private static let lock = 0x544d_4c55

    /// - Parameter contention: The time for which counts are written in parts after a conflict.
    init(contention: Duration) { self.contention = contention }

    /// Whether there was a conflict in the last seconds.
    var isContended: Bool {
        state.withLock { $0.contendedUntil.map { ContinuousClock.now < $0 } ?? false }
    }

    /// Notes that two transactions were in each other's way.
    func noteConflict() { state.withLock { $0.contendedUntil = .now + contention } }

    /// Lets the next write, or the repository after a while, do what is due.
    ///
    /// Any server may do it for all of them, and some do so often enough.
    ///
    /// - Parameters:
    ///   - repository: The repository, which is about to write.
    ///   - countsInParts: Whether it will write counts in parts.
    func schedule(for repository: PostgresRepository, _ countsInParts: Bool) {
        guard countsInParts || Int.random(in: 0..<Self.rarity) == 0 else { return }
        let isScheduled = state.withLock { state in
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        guard !isScheduled else { return }
        DispatchQueue.global(qos: .utility)
            .asyncAfter(deadline: .now() + Self.delay) { [self, weak repository] in
                state.withLock { $0.isScheduled = false }
                // A later write does it again.
                try? repository?.addUp()
            }
    }

    /// Adds up the parts of counts, and deletes old rows, unless another transaction does so.
    static func addUp(on connection: PostgresConnection) throws {
        try connection.transaction("BEGIN ISOLATION LEVEL READ COMMITTED") {
            let isFree =
                try Statement("SELECT pg_try_advisory_xact_lock(\(lock))", in: connection)
                .first { $0.bool(0) } ?? false
            guard isFree else { return }
            let tables = SharedTables(connection: connection)
            try tables.addUpParts()
            try tables.deleteOldBatches()
            try Statement("DELETE FROM outcome WHERE id < ?", in: connection)
                .run(OutcomeID.start(at: Date() - OutcomeID.lifetime))
        }
    }
}

extension PostgresRepository {
    /// Adds up the parts of counts.
    func addUp() throws { try pool.use { try Upkeep.addUp(on: $0) } }
}
#endif
