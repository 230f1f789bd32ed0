/// A repository for the shared and private data of a store: everything except the bytes of photos.
///
/// Both kinds of data are in one repository, because each call checks its session in the transaction
/// in which it reads or writes, and a sign-up writes both an account and records. They have separate
/// readers, so that nothing that exports or sends records can leak private data.
///
/// ```swift
/// let repository: any Repository = InMemoryRepository()
/// let count = try repository.read { social, accounts in
///     try accounts.users().filter { try social.user($0) != nil }.count
/// }
/// ```
///
/// Shared data is a set of signed records. A repository holds the live ones, and everything that
/// readers see is a function of them and of their arrival numbers.
///
/// ## Laws of records
/// The contract suite tests each of these laws on every repository.
///
/// 1. **Atomic.** A batch is applied as a whole or not at all, and is durable before `apply`
///    returns.
/// 2. **Idempotent.** Applying a record again changes nothing.
/// 3. **Order-independent.** The same records produce the same state in any order. In each register,
///    the highest record wins, deleted items stay deleted, and a record has no effect until the
///    user and the post to which it refers exist.
/// 4. **Equivalent.** The same records produce the same query results on every repository.
/// 5. **Counted.** Every stored count equals a recount.
///
/// A username belongs to the user with the first claim, in the order of ``UsernameClaim``: users
/// with an account precede users that they follow, and older claims precede newer ones. The
/// displayed usernames of all other claimants have a suffix.
///
/// ## Laws of transactions
/// A repository on a cluster of servers can satisfy these laws, too.
///
/// 6. **Stamps increase per author.** Stamps of different authors are in no particular order, and
///    ``StampReader/newestStamp(of:)`` for all authors is only a hint. Page bounds and caches depend on the snapshot
///    from which they were read.
/// 7. **Drafts are repeatable.** A repository may run a draft more than once and apply the batch of
///    the last run. The only effects of a draft are its result and the private data that it writes,
///    which is rolled back with the transaction.
/// 8. **Conflicts are retried.** A repository repeats a transaction that conflicts with another
///    transaction. `apply` never reports such a conflict.
/// 9. **Unknown outcomes are repeated.** If the response to a commit is lost, the same records are
///    applied again, which law 2 makes safe. Callers do not query whether the records exist, because
///    a reader may see records that are later rolled back. A storage error that `apply` throws after
///    its draft has returned leaves the outcome unknown.
/// 10. **Transactions contain no blobs.** Blobs are written before the transaction that references
///     them begins, and removed after the transaction that drops the last reference.
/// 11. **Reads are fresh.** A snapshot contains every batch whose `apply` returned before the read
///     began, in any process. A new snapshot can therefore determine whether a blob is still
///     referenced before the blob is removed.
public protocol Repository: Sendable {
    /// The executors that all engines on this repository share.
    ///
    /// The value is always the same object.
    var lanes: RepositoryLanes { get }

    /// Runs a query on one snapshot of shared and private data.
    func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result

    /// Applies the batch that `draft` returns, in one transaction with the private data that `draft`
    /// writes.
    ///
    /// Data is written in no other way. The transaction is serializable, so conditions that the draft
    /// checks remain true until the commit.
    ///
    /// Records by others may be valid and yet impossible to store, because of a fault in the rules
    /// of records. With `reject`, each of them is left out alone, so that it does not keep out the
    /// others.
    ///
    /// - Parameters:
    ///   - draft: Returns the batch, given the current state. It may run more than once.
    ///   - reject: Writes private data about records that violate a constraint of the storage and
    ///     were left out, in the same transaction. It is called only if there are any. Without it,
    ///     such a record is an error.
    /// - Returns: The records of the batch.
    /// - Throws: Any error thrown by `draft` or `reject`, in which case nothing is written. A storage
    ///   error leaves the outcome unknown if the draft has returned.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord]

    /// Writes optional private data, such as the last use of a session.
    ///
    /// Does nothing if the storage is read-only, full or locked by another process. Gives up after
    /// a tenth of a second, so that reads that record something do not have to wait for writes.
    ///
    /// - Returns: Whether the data was written.
    /// - Throws: Any error thrown by `update`, or an error that concerns the store as a whole, such
    ///   as ``TimelineError/storeTooNew``.
    @discardableResult
    func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool

    /// Deletes posts and comments left behind by deleted accounts, in one transaction.
    ///
    /// When a user is removed, the user and all of their content are hidden immediately and
    /// excluded from every count, but the removal may delete only part of the content in its own
    /// transaction. Call this method until it returns `nil`. If the process is killed, the next
    /// removal or check of the store continues the deletion.
    ///
    /// - Parameter limit: The maximum number of posts and comments to delete. Values below 1 delete
    ///   nothing.
    /// - Returns: The blobs that the deleted posts referenced, or `nil` if nothing was left to
    ///   delete.
    /// - Throws: A storage error, in which case nothing is deleted.
    func purgeDeletedAccounts(limit: Int) throws -> [BlobID]?

    /// Removes some of the records in a user's scope, along with the data from these records, in
    /// one transaction.
    ///
    /// These are the user's posts with all comments and likes, and the user's follows. The keys and
    /// the profile are removed last, unless other data refers to the user, such as a comment on
    /// another user's post. No deletion is recorded: if the records arrive again, they have the
    /// same effect as before. Call this method until it returns `nil`.
    ///
    /// - Parameters:
    ///   - user: A user without an account and without followers that have one.
    ///   - users: The users that the user continues to follow.
    ///   - limit: The maximum number of records to remove. At least one is removed.
    /// - Returns: The blobs that the records referenced, or `nil` if nothing was left to remove.
    /// - Throws: A storage error, in which case nothing is removed.
    func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) throws -> [BlobID]?

    /// Checks the storage itself, on which everything else builds.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair what can be repaired without losing data.
    ///   - isVerifying: Whether to compare the indexes of the storage with the rows.
    /// - Returns: The findings before any repair, or an empty list if there is no damage.
    /// - Throws: A storage error.
    func integrityFaults(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool
    ) throws -> [HealthFinding]

    /// Checks all records, and compares everything that follows from them with a projection from
    /// scratch.
    ///
    /// Repairs are written in transactions of bounded duration, so that they delay other writers by
    /// only some milliseconds. Repairs are correct even if other writes occur between these
    /// transactions.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair what is wrong. A record that is itself wrong stays.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - newestAllowed: The highest stamp that is not in the future.
    /// - Returns: The findings before any repair. Those that the repair has not corrected are not
    ///   repairable.
    /// - Throws: A storage error.
    func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool,
        newestAllowed: PushID
    ) throws -> [HealthFinding]
}

/// A repository that ends snapshots whose program pauses for some seconds.
package protocol TimeLimitedRepository: Repository {
    /// Runs a query on one snapshot, which may pause for any length of time.
    ///
    /// - Throws: Any error thrown by `query`, or ``TimelineError/storageFailed(_:)``.
    func readWithoutTimeLimit<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result
}

extension Repository {
    /// Runs a query that may wait for a blob store on one snapshot.
    ///
    /// - Throws: Any error thrown by `query`, or ``TimelineError/storageFailed(_:)``.
    package func readAtLength<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        guard let repository = self as? any TimeLimitedRepository else { return try read(query) }
        return try repository.readWithoutTimeLimit(query)
    }

    /// Runs a query on one snapshot of shared data.
    ///
    /// - Throws: Any error thrown by `query`, or ``TimelineError/storageFailed(_:)``.
    public func read<Result>(_ query: (any SocialReader) throws -> Result) throws -> Result {
        try read { social, _ in try query(social) }
    }

    /// Applies the batch that `draft` returns.
    ///
    /// A record that cannot be stored is an error.
    ///
    /// - Throws: Any error of ``apply(drafting:rejecting:)``.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch
    ) throws -> [VerifiedRecord] {
        try apply(drafting: draft, rejecting: nil)
    }

    /// Applies the batch that `draft` returns, given the shared data.
    ///
    /// - Throws: Any error of ``apply(drafting:rejecting:)``.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader) throws -> ValidatedBatch
    ) throws -> [VerifiedRecord] {
        try apply { social, _ in try draft(social) }
    }

    /// Applies records by any authors that were made elsewhere or earlier.
    ///
    /// - Throws: A storage error, which may leave the outcome unknown.
    public func apply(_ batch: ValidatedBatch) throws {
        try apply { _, _ in batch }
    }

    /// Writes private data in one transaction that can also read shared data.
    ///
    /// `update` may run more than once, as a draft may.
    ///
    /// - Throws: Any error thrown by `update`, or a storage error. In either case, nothing is
    ///   written.
    package func writeAccounts<Result>(
        _ update: (any SocialReader, any AccountWriter) throws -> Result
    ) throws -> Result {
        var answer: Swift.Result<Result, any Error> = .failure(CancellationError())
        try apply { social, accounts in
            answer = .success(try update(social, accounts))
            return .empty
        }
        return try answer.get()
    }

    /// Writes private data in one transaction.
    ///
    /// - Throws: Any error thrown by `update`, or a storage error. In either case, nothing is
    ///   written.
    package func writeAccounts<Result>(
        _ update: (any AccountWriter) throws -> Result
    ) throws -> Result {
        try writeAccounts { _, accounts in try update(accounts) }
    }

    /// Checks all records and their signatures, and everything that follows from them.
    ///
    /// - Parameter isRepairing: Whether to repair what is wrong.
    /// - Returns: The findings before any repair.
    /// - Throws: A storage error.
    public func audit(repairing isRepairing: Bool) throws -> [HealthFinding] {
        try audit(repairing: isRepairing, verifying: true, newestAllowed: .max)
    }

    /// Checks the storage itself.
    ///
    /// - Throws: A storage error.
    public func integrityFaults() throws -> [HealthFinding] {
        try integrityFaults(repairing: false, verifying: true)
    }

    /// Returns no findings.
    ///
    /// This default is for repositories without a storage that could be damaged.
    public func integrityFaults(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool
    ) throws -> [HealthFinding] { [] }

    /// Returns no findings.
    ///
    /// This default is for repositories that store records only, and derive all answers from them.
    public func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool,
        newestAllowed: PushID
    ) throws -> [HealthFinding] { [] }

    /// Reads the epoch of the newest snapshot.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func epoch() throws -> Int { try read { try $0.epoch() } }

    /// Returns `nil`.
    ///
    /// This default is for repositories that delete all content in the transaction that removes the
    /// user.
    public func purgeDeletedAccounts(limit: Int) throws -> [BlobID]? { nil }

    /// Returns `nil`.
    ///
    /// This default is for repositories that never receive records.
    public func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) throws -> [BlobID]? { nil }
}
