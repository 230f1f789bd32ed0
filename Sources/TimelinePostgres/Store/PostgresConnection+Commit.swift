#if Cluster
import Foundation
import TimelineCore
import TimelineSQL

/// What is known about a transaction after its commit.
enum CommitOutcome<Answer> {
    /// It is in the database.
    case committed(Answer)
    /// The connection was lost during the commit. `PostgresConnection.settle(_:)` tells more.
    case unknown(Data, Answer, PostgresError)
}

/// The IDs of outcomes: the time in milliseconds, and random bytes.
enum OutcomeID {
    /// The time in seconds after which no transaction is running any more.
    static let lifetime: TimeInterval = 24 * 3600

    /// Creates the ID of a transaction.
    static func make() -> Data {
        start(at: Date()) + withUnsafeBytes(of: UUID().uuid) { Data($0) }
    }

    /// The first bytes of the IDs that are made at a time.
    static func start(at date: Date) -> Data {
        withUnsafeBytes(of: date.millisecondsSince1970.bigEndian) { Data($0) }
    }
}

extension PostgresConnection {
    /// Runs a closure in a transaction whose conditions remain true until its commit.
    ///
    /// If the connection is lost during the commit, nobody knows whether the server has written it. A
    /// read could not tell: a server that is about to be replaced shows rows that its successor lacks.
    /// Therefore each transaction writes its outcome under an ID of its own, and ``settle(_:)`` writes
    /// the opposite outcome under the same ID. Only one of them can succeed.
    ///
    /// - Parameters:
    ///   - fence: The leases that the transaction checks before its commit, or `nil` for a
    ///     transaction on leases themselves, which is only `READ COMMITTED` (``LeaseFence``).
    ///   - version: The version of the tables that the closure writes (``PostgresTables``).
    ///   - countsInParts: Whether the transaction writes counts in parts (`CountParts.swift`).
    ///   - isInTurn: Whether the transaction takes its turn with others for which this is `true`.
    ///   - update: A closure that writes.
    /// - Returns: Whether the transaction is known to be committed, with the result of `update`.
    /// - Throws: Any error thrown by `update` or the check, `TimelineError.storeTooNew`, or
    ///   ``PostgresError``. In either case, nothing is written.
    func commit<Answer>(
        fencedBy fence: LeaseFence?,
        writing version: Int,
        countingInParts countsInParts: Bool,
        inTurn isInTurn: Bool,
        _ update: (any SQLConnection) throws -> Answer
    ) throws -> CommitOutcome<Answer> {
        let hasTurn = try isInTurn && waitForTurn()
        defer { if hasTurn { endTurn() } }
        // The transaction sees these leases, but not those that are inserted after its beginning.
        let leases = fence?.leases ?? []
        let id = OutcomeID.make()
        let answer: Answer
        do {
            defer { forgetForeseen() }
            self.countsInParts = countsInParts
            try noteBeginning()
            if fence == nil {
                try send("BEGIN ISOLATION LEVEL READ COMMITTED")
            } else {
                try send("BEGIN ISOLATION LEVEL SERIALIZABLE")
            }
            // If the tables are too new for this program, the outcome is NULL, which violates its
            // constraint. Whoever changes the tables conflicts with this read.
            try Statement(
                """
                INSERT INTO outcome VALUES (?, (SELECT TRUE FROM clock WHERE oldest_writer <= ?))
                """,
                in: self
            )
            .run(id, version)
            answer = try update(self)
            try fence?.check(leases, on: self)
        } catch {
            try rollBack(after: error, writing: version)
            throw error
        }
        do {
            // A commit that waits for a standby must not be canceled. If a statement before it has
            // failed, the server skips it.
            try send("SET LOCAL statement_timeout = 0")
            try send("COMMIT")
            _ = warnings.take()
            try finish()
            guard warnings.take() else { return .committed(answer) }
            return .unknown(id, answer, PostgresError(state: "08007", PostgresText.unsafeCommit))
        } catch let error as PostgresError where error.kind == .connection {
            close()
            return .unknown(id, answer, error)
        } catch {
            rollBack()
            // A server that stops while it writes a commit may have written it.
            if let error = error as? PostgresError, !isUsable {
                return .unknown(id, answer, error)
            }
            try rollBack(after: error, writing: version)
            throw error
        }
    }

    /// Undoes the transaction, and throws an error if the tables are too new for this program, which
    /// then is the reason of other errors.
    private func rollBack(after error: any Error, writing version: Int) throws {
        rollBack()
        guard let error = error as? PostgresError, [.violation, .other].contains(error.kind),
            isUsable
        else { return }
        try transaction { try requireWriter(version) }
    }

    /// The number of the lock that transactions hold one after the other: "TMLW".
    private static let turnLock = 0x544d_4c57

    /// Waits for other transactions that have met with conflicts again and again.
    ///
    /// The lock belongs to the connection, because a transaction sees what was committed before its
    /// first statement.
    ///
    /// - Returns: Whether it is this transaction's turn. If another process keeps its turn, which may
    ///   have stopped, the transaction goes on without one.
    /// - Throws: ``PostgresError``.
    private func waitForTurn() throws -> Bool {
        do {
            try send("SET lock_timeout = 5000")
            try send("SELECT pg_advisory_lock(\(Self.turnLock))")
            try send("SET lock_timeout = \(PostgresPool.lockTimeout)")
            try finish()
            return true
        } catch {
            rollBack()
            guard let error = error as? PostgresError, error.kind == .timeout else { throw error }
            return false
        }
    }

    private func endTurn() {
        do {
            try send("SELECT pg_advisory_unlock(\(Self.turnLock))")
            try end()
        } catch {
            // The server releases the lock when the connection is closed.
            close()
        }
    }

    /// Settles the outcome of a transaction whose connection was lost.
    ///
    /// The statement waits for the transaction if it is still running.
    ///
    /// - Parameter id: The ID of the outcome.
    /// - Returns: Whether the transaction was committed. If not, it never will be.
    /// - Throws: ``PostgresError``.
    func settle(_ id: Data) throws -> Bool {
        try transaction("BEGIN ISOLATION LEVEL READ COMMITTED") {
            try Statement(
                """
                INSERT INTO outcome VALUES (?, FALSE)
                ON CONFLICT (id) DO UPDATE SET is_committed = outcome.is_committed
                RETURNING is_committed
                """,
                in: self
            )
            .first(id) { $0.bool(0) } ?? false
        }
    }
}
#endif
