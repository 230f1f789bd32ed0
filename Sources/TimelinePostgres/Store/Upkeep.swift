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
    /// The transactions that were begun in order to write.
    let attempts = Counter()

    /// The time in seconds for which counts are written in parts after a conflict.
    private static let contention = Duration.seconds(10)
    /// The time after which parts are added up.
    private static let delay = DispatchTimeInterval.milliseconds(200)
    /// The number of the lock of the transaction that does this: "TMLU".
    private static let lock = 0x544d_4c55

    /// Whether there was a conflict in the last seconds.
    var isContended: Bool {
        state.withLock { $0.contendedUntil.map { ContinuousClock.now < $0 } ?? false }
    }

    /// Notes that two transactions were in each other's way.
    func noteConflict() { state.withLock { $0.contendedUntil = .now + Self.contention } }

    /// Adds up parts of counts after a while.
    func schedule(for repository: PostgresRepository) {
        let isScheduled = state.withLock { state in
            defer { state.isScheduled = true }
            return state.isScheduled
        }
        guard !isScheduled else { return }
        DispatchQueue.global(qos: .utility)
            .asyncAfter(deadline: .now() + Self.delay) { [self, weak repository] in
                state.withLock { $0.isScheduled = false }
                // Whoever writes counts in parts later does it again.
                try? repository?.addUp()
            }
    }

    /// Adds up the parts of counts, unless another transaction does so.
    static func addUp(on connection: PostgresConnection) throws {
        try connection.transaction("BEGIN ISOLATION LEVEL READ COMMITTED") {
            let isFree =
                try Statement("SELECT pg_try_advisory_xact_lock(\(lock))", in: connection)
                .first { $0.bool(0) } ?? false
            if isFree { try SharedTables(connection: connection).addUpParts() }
        }
    }
}

extension PostgresRepository {
    /// Adds up the parts of counts.
    func addUp() throws { try pool.use { try Upkeep.addUp(on: $0) } }
}
#endif
