public import TimelineRecords

/// A repository for the shared and private data of a store: everything except the bytes of photos.
///
/// The two kinds of data are combined only where one snapshot or transaction must cover both. Each
/// call checks its session in the transaction in which it reads or writes, and a sign-up writes
/// both an account and a user.
///
/// ```swift
/// let repository: any Repository = InMemoryRepository()
/// let count = try repository.read { social, accounts in
///     try accounts.users().filter { try social.user($0) != nil }.count
/// }
/// ```
public protocol Repository: SocialRepository, AccountRepository {
    /// The executors that all engines on this repository share.
    ///
    /// The value is always the same object.
    var lanes: RepositoryLanes { get }

    /// Moves a user's posts, comments and registers dated in the future to the present by assigning
    /// new IDs and stamps, in one transaction.
    ///
    /// Replies, likes and photos move with their items. Each old ID becomes an alias, which
    /// ``StampReader/movedIDs(endingWith:limit:)`` resolves. Changes that refer to an old ID apply
    /// to the moved item. Read positions are cut off at the present.
    ///
    /// - Parameters:
    ///   - user: The user with the items.
    ///   - limit: The highest stamp that is not in the future.
    ///   - environment: The clock and the source of random bits.
    /// - Returns: The number of stamps replaced.
    /// - Throws: A storage error, in which case some items may have been moved. The next call moves
    ///   the rest.
    @discardableResult
    func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int

    /// Gives posts and comments of a user new IDs, and then applies the batch that `draft` returns,
    /// in one transaction.
    ///
    /// Replies, likes and photos are preserved. Each old ID becomes an alias, as in ``moveToPresent(of:newerThan:_:)``.
    ///
    /// - Parameters:
    ///   - plan: Returns the new IDs, given the current state, or `nil` to do nothing.
    ///   - draft: Returns the batch, given the state with the new IDs.
    /// - Returns: The conversion, or `nil` if `plan` returned `nil`.
    /// - Throws: Any error thrown by `plan` or `draft`, or a storage error. In each case, nothing
    ///   is written, unless the commit itself failed.
    func convertUser(
        planning plan: (any SocialReader, any AccountReader) throws -> UserConversion?,
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> UserConversion?

    /// Runs a query on one snapshot of shared and private data.
    ///
    /// - Throws: Any error thrown by `query`, or ``TimelineError/storageFailed(_:)``.
    func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer

    /// Writes private data in one transaction that can also read shared data.
    ///
    /// `update` may run more than once. See the laws of ``SocialRepository``.
    ///
    /// - Throws: Any error thrown by `update`, or a storage error. In either case, nothing is
    ///   written.
    func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer

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

    /// Applies the batch that `draft` returns, in one transaction with the private data that
    /// `draft` writes.
    ///
    /// `draft` may run more than once. See the laws of ``SocialRepository``.
    ///
    /// - Returns: The applied changes.
    /// - Throws: Any error thrown by `draft`, or ``TimelineError/identifierConflict(_:)``. In
    ///   either case, nothing is written. A storage error leaves the outcome unknown if the draft
    ///   has returned.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change]

    /// Applies the batch that `draft` returns, without the records that violate a constraint of the
    /// storage.
    ///
    /// Records by others may be valid and yet impossible to store, because of a fault in the rules
    /// of records. Each of them is left out alone, so that it does not keep out the others.
    ///
    /// - Parameters:
    ///   - draft: Returns the batch and writes private data, as in ``apply(drafting:)``.
    ///   - reject: Writes private data about the records that were left out, in the same
    ///     transaction. It is called only if there are any.
    /// - Returns: The changes of the batch.
    /// - Throws: Any error thrown by `draft` or `reject`, or
    ///   ``TimelineError/identifierConflict(_:)``. In each case, nothing is written. A storage error
    ///   leaves the outcome unknown if the draft has returned.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch,
        rejecting reject: ([VerifiedRecord], any AccountWriter) throws -> Void
    ) throws -> [Change]
}

extension Repository {
    /// Applies the batch that `draft` returns.
    ///
    /// This default is for repositories without constraints.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch,
        rejecting reject: ([VerifiedRecord], any AccountWriter) throws -> Void
    ) throws -> [Change] {
        try apply(drafting: draft)
    }

    /// Runs a query on one snapshot of private data.
    ///
    /// - Throws: Any error thrown by `query`, or ``TimelineError/storageFailed(_:)``.
    public func readAccounts<Answer>(
        _ query: (any AccountReader) throws -> Answer
    ) throws -> Answer {
        try read { _, accounts in try query(accounts) }
    }

    /// Writes private data in one transaction.
    ///
    /// - Throws: Any error thrown by `update`, or a storage error. In either case, nothing is
    ///   written.
    public func writeAccounts<Answer>(
        _ update: (any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try writeAccounts { _, accounts in try update(accounts) }
    }
}
