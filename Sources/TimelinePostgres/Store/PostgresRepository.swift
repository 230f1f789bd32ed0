#if Cluster
import Foundation
package import TimelineCore
package import TimelineSQL

/// A repository in PostgreSQL, which any number of servers may use at once.
///
/// The tables are those of `SQLiteRepository`, and the same statements read and write them
/// (TimelineSQL). Every write is one serializable transaction, which is repeated if it conflicts with
/// another one. Every read uses one snapshot.
///
/// ```swift
/// let repository = try PostgresRepository("postgres://db1,db2,db3/timeline")
/// let newest = try repository.read { try $0.postIDs(.all, in: PostRange(limit: 50)) }
/// ```
///
/// ## Failures
/// A write that loses its connection, or whose server stops, is repeated on the server that has taken
/// over, for at most ``Patience/write`` seconds. If it is unknown whether the commit has succeeded, a
/// further transaction settles it: it writes the outcome where the first transaction would have
/// written it, so exactly one of the two exists.
///
/// Errors are `storageBusy` for conflicts and locks that last too long, and `storageFailed` with the
/// host and PostgreSQL's own message for everything else. A write also fails if this process has lost
/// a lease on blobs (``LeaseFence``).
package final class PostgresRepository: Repository {
    let pool: PostgresPool
    /// The version of the tables that this repository reads and writes.
    let version: Int
    private let retries = Counter()
    /// The leases that the transactions of this process check.
    let fence = LeaseFence()
    private let upkeep: Upkeep
    let patience: Patience

    package let lanes = RepositoryLanes(readers: 16, writers: 8)

    /// The times after which a server is given up, and others.
    struct Patience {
        /// The maximum time for which a write is repeated, in seconds.
        var write = Attempts.patience
        /// The longest time to wait for an answer.
        var answer = PostgresWait.deadline
        /// The time for which counts are written in parts after a conflict.
        var contention = Upkeep.contention
    }

    /// Opens the store in a schema of a database.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI of PostgreSQL, with one or several hosts.
    ///   - schema: The name of the schema.
    ///   - creating: Whether missing tables are created.
    /// - Throws: ``MissingStore``, `TimelineError.storeTooNew`, `storeTooOld` or `storageFailed`.
    package convenience init(
        _ address: String,
        schema: String = "timeline",
        creating: Bool = true
    ) throws {
        try self.init(address, schema: schema, creating: creating, tables: .current)
    }

    /// Opens the store as a program with other tables does, with other times, or with a closure that
    /// observes all connections, for tests.
    init(
        _ address: String,
        schema: String,
        creating: Bool = true,
        tables: PostgresTables = .current,
        patience: Patience = Patience(),
        probe: PostgresProbe? = nil
    ) throws {
        self.patience = patience
        upkeep = Upkeep(contention: patience.contention)
        pool = PostgresPool(
            to: address,
            schema: schema,
            deadline: patience.answer,
            probe: probe
        )
        version = tables.version
        try translatingErrors(PostgresText.opening) {
            try pool.use { try tables.open(schema, creating: creating, on: $0) }
        }
    }

    /// The number of transactions that were repeated after a conflict or a failure.
    package var retryCount: Int { retries.value }

    /// Reads a row, and checks that this program may still write.
    ///
    /// - Throws: `TimelineError.storeTooNew` or a storage error.
    package func checkAccess() throws {
        try translatingErrors(PostgresText.reading) {
            try pool.use { connection in
                try connection.snapshot { try connection.requireWriter(version) }
            }
        }
    }

    /// The number of times that this repository has waited for an answer of a server.
    package var roundTrips: Int { pool.roundTrips.value }

    /// Closes all connections, after which all calls throw an error.
    package func close() { pool.close() }

    // MARK: Transactions

    package func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        try translatingErrors(PostgresText.reading) {
            do {
                return try pool.use { connection in
                    try connection.snapshot {
                        try query(
                            ReadTransaction(uncached: connection),
                            PrivateTables(connection: connection)
                        )
                    }
                }
            } catch let error as PostgresError where error.kind == .connection {
                pool.forgetIdle()
                throw error
            }
        }
    }

    @discardableResult
    package func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        try writing { try WriteTransaction.apply(on: $0, drafting: draft, rejecting: reject) }
    }

    @discardableResult
    package func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try translatingErrors(PostgresText.writing) {
            do {
                try pool.use { connection in
                    try connection.transaction("BEGIN ISOLATION LEVEL SERIALIZABLE") {
                        try connection.send("SET LOCAL lock_timeout = 100")
                        try connection.requireWriter(version)
                        try update(
                            ReadTransaction(uncached: connection),
                            PrivateTables(connection: connection)
                        )
                    }
                }
                return true
            } catch let error as PostgresError where error.kind != .other {
                return false
            }
        }
    }

    package func purgeDeletedAccounts(limit: Int) throws -> [BlobID]? {
        try writing { try WriteTransaction.purgeDeletedAccounts(on: $0, limit: limit) }
    }

    package func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) throws -> [BlobID]? {
        try writing {
            try WriteTransaction.forget(user, keepingFollowsOf: users, limit: limit, on: $0)
        }
    }

    /// Runs a closure in a serializable transaction, which is repeated if necessary.
    ///
    /// - Throws: Any error thrown by `update`, or `TimelineError`.
    package func writing<Result>(
        _ update: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try writing(fencedBy: fence, update)
    }

    /// Runs a closure in a transaction that checks leases, or in one on leases.
    ///
    /// - Throws: Any error thrown by `update`, or `TimelineError`.
    @discardableResult
    func writing<Result>(
        fencedBy fence: LeaseFence?,
        _ update: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try translatingErrors(PostgresText.writing) {
            var attempts = Attempts(patience: patience.write)
            while true {
                do {
                    let countsInParts = upkeep.isContended
                    upkeep.schedule(for: self, countsInParts)
                    let outcome = try pool.use {
                        try $0.commit(
                            fencedBy: fence,
                            writing: version,
                            countingInParts: countsInParts,
                            inTurn: attempts.isContended,
                            update
                        )
                    }
                    switch outcome {
                    case .committed(let answer): return answer
                    case .unknown(let id, let answer, let error):
                        if try isCommitted(id, &attempts) { return answer }
                        guard attempts.mayRepeat(after: error) else { throw error }
                    }
                } catch let error as PostgresError where attempts.mayRepeat(after: error) {
                    retries.increment()
                    if error.kind == .connection {
                        pool.forgetIdle()
                    } else {
                        upkeep.noteConflict()
                    }
                }
            }
        }
    }

    /// Settles whether a transaction was committed, so that it never is if it was not.
    ///
    /// - Throws: `TimelineError.storageFailed` if this remains unknown.
    private func isCommitted(_ id: Data, _ attempts: inout Attempts) throws -> Bool {
        while true {
            do {
                return try pool.use { try $0.settle(id) }
            } catch let error as PostgresError {
                guard attempts.mayRepeat(after: error) else {
                    throw TimelineError.storageFailed(
                        StorageError(
                            operation: PostgresText.writing,
                            reason: PostgresText.reason(
                                PostgresText.unknownOutcome,
                                host: error.host
                            )
                        )
                    )
                }
                pool.forgetIdle()
            }
        }
    }
}

extension PostgresRepository: TimeLimitedRepository {
    package func readWithoutTimeLimit<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        try snapshot { connection in
            try query(
                ReadTransaction(uncached: connection),
                PrivateTables(connection: connection)
            )
        }
    }
}
#endif
