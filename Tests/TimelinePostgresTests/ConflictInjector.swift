#if Cluster
import TimelineCore
import TimelineSQL
import TimelineTesting

@testable import TimelinePostgres

/// Lets the server end a share of the transactions with a conflict: half of them at a random
/// statement, and half at the commit.
///
/// The conflicts depend only on the seed as long as one thread writes.
final class ConflictInjector: Sendable {
    /// Where a transaction fails.
    private enum Doom {
        /// At a statement, after the given number of others.
        case statement(Int)
        case commit
    }

    private struct State {
        var generator: SplitMix64
        var doomed: [ThreadID: Doom] = [:]
        var transactionCount = 0
        var conflictCount = 0
    }

    private let state: Lock<State>
    private let percentage: Int

    /// Creates an injector.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random choices.
    ///   - percentage: The share of the transactions that fail.
    init(seed: UInt64, percentage: Int = 50) {
        state = Lock(State(generator: SplitMix64(seed: seed)))
        self.percentage = percentage
    }

    /// The number of transactions so far, and how many of them have failed.
    var counts: (transactions: Int, conflicts: Int) {
        state.withLock { ($0.transactionCount, $0.conflictCount) }
    }

    /// The closure for the connections.
    func probe(_ event: PostgresEvent, _ connection: PostgresConnection) throws {
        switch event {
        case .beginning: decide()
        case .sending("ROLLBACK"): state.withLock { $0.doomed[.current] = nil }
        case .sending("COMMIT"):
            guard isDue(atCommit: true) else { return }
            try connection.send(Self.deferredConflict)
        case .sending:
            guard isDue(atCommit: false) else { return }
            try connection.send(Self.conflict(code: code()))
        case .waiting: break
        }
    }

    private func decide() {
        state.withLock { state in
            state.transactionCount += 1
            guard Int.random(in: 0..<100, using: &state.generator) < percentage else { return }
            state.doomed[.current] =
                state.generator.happens(1, in: 2)
                ? .commit : .statement(Int.random(in: 0..<40, using: &state.generator))
        }
    }

    /// Returns whether the transaction of this thread fails now.
    ///
    /// A transaction that ends too early fails at its commit.
    private func isDue(atCommit isCommit: Bool) -> Bool {
        state.withLock { state in
            guard let doom = state.doomed[.current] else { return false }
            if !isCommit {
                guard case .statement(let rest) = doom else { return false }
                state.doomed[.current] = .statement(rest - 1)
                guard rest == 0 else { return false }
            }
            state.doomed[.current] = nil
            state.conflictCount += 1
            return true
        }
    }

    private func code() -> String {
        state.withLock { $0.generator.happens(1, in: 4) ? "40P01" : "40001" }
    }

    private static func conflict(code: String) -> String {
        "DO $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '\(code)'; END $$"
    }

    /// A statement that succeeds, and lets the commit fail.
    private static let deferredConflict = "INSERT INTO injected_conflict VALUES (1)"

    /// The statements that prepare the current schema for conflicts at the commit.
    static let preparation = """
        CREATE TABLE injected_conflict (number INTEGER NOT NULL);
        CREATE FUNCTION raise_conflict() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '40001'; END $$;
        CREATE CONSTRAINT TRIGGER injected AFTER INSERT ON injected_conflict
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_conflict();
        """
}

extension TestServer {
    /// Creates an empty store whose transactions fail as an injector chooses.
    func makeRepository(_ conflicts: ConflictInjector) throws -> PostgresRepository {
        let armed = Lock(false)
        // Laws ask for the order of counts at once, which lags behind those in parts.
        let repository = try makeRepository(patience: .init(contention: .zero)) {
            event,
            connection in
            guard armed.withLock({ $0 }) else { return }
            try conflicts.probe(event, connection)
        }
        try repository.pool.use { connection in
            try connection.transaction("BEGIN") {
                for statement in ConflictInjector.preparation.split(separator: ";\n") {
                    try connection.send(String(statement))
                }
            }
        }
        armed.withLock { $0 = true }
        return repository
    }
}
#endif
