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
    /// - Returns: The records of the batch.
    /// - Throws: Any error thrown by `draft`, in which case nothing is written. A storage error leaves
    ///   the outcome unknown if the draft has returned.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [VerifiedRecord]

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
    /// - Returns: The records of the batch.
    /// - Throws: Any error thrown by `draft` or `reject`, in which case nothing is written. A storage
    ///   error leaves the outcome unknown if the draft has returned.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch,
        rejecting reject: ([VerifiedRecord], any AccountWriter) throws -> Void
    ) throws -> [VerifiedRecord]
}

extension Repository {
    /// Applies the batch that `draft` returns.
    ///
    /// This default is for repositories without constraints.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch,
        rejecting reject: ([VerifiedRecord], any AccountWriter) throws -> Void
    ) throws -> [VerifiedRecord] {
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
