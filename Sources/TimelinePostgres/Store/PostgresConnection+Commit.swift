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

extension PostgresConnection {
    /// Runs a closure in a transaction whose conditions remain true until its commit.
    ///
    /// If the connection is lost during the commit, nobody knows whether the server has written it. A
    /// read could not tell: a server that is about to be replaced shows rows that its successor lacks.
    /// Therefore each transaction writes its outcome under a random ID, and ``settle(_:)`` writes
    /// the opposite outcome under the same ID. Only one of them can succeed.
    ///
    /// - Parameters:
    ///   - fence: The leases that the transaction checks before its commit, or `nil` for a
    ///     transaction on leases themselves, which is only `READ COMMITTED` (``LeaseFence``).
    ///   - update: A closure that writes.
    /// - Returns: Whether the transaction is known to be committed, with the result of `update`.
    /// - Throws: Any error thrown by `update` or the check, or ``PostgresError``. In either case,
    ///   nothing is written.
    func commit<Answer>(
        fencedBy fence: LeaseFence?,
        _ update: (any SQLConnection) throws -> Answer
    ) throws -> CommitOutcome<Answer> {
        // The transaction sees these leases, but not those that are inserted after its beginning.
        let leases = fence?.leases ?? []
        let id = withUnsafeBytes(of: UUID().uuid) { Data($0) }
        let answer: Answer
        do {
            if fence == nil {
                try send("BEGIN ISOLATION LEVEL READ COMMITTED")
            } else {
                try send("BEGIN ISOLATION LEVEL SERIALIZABLE")
            }
            try Statement("INSERT INTO outcome VALUES (?, TRUE, ?)", in: self).run(id, Date())
            answer = try update(self)
            try fence?.check(leases, on: self)
            // What was sent without waiting fails here, rather than in the commit.
            try finish()
        } catch {
            rollBack()
            throw error
        }
        do {
            // A commit that waits for a standby must not be canceled.
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
            throw error
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
                INSERT INTO outcome VALUES (?, FALSE, ?)
                ON CONFLICT (id) DO UPDATE SET time = excluded.time RETURNING is_committed
                """,
                in: self
            )
            .first(id, Date()) { $0.bool(0) } ?? false
        }
    }
}
#endif
