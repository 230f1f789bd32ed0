/// Stores everything but the photos' bytes: the shared and the private data.
///
/// The two meet only where one snapshot or one transaction has to cover both: a session is checked where
/// its user reads and writes, and a sign-up writes an account and a user.
public protocol Repository: SocialRepository, AccountRepository {
    /// The lanes that all engines on this repository share; always the same object.
    var lanes: RepositoryLanes { get }

    /// Gives a user's posts, comments and settings from the future new IDs and stamps at the present, in one
    /// transaction.
    ///
    /// Replies, likes and photos move along. An old ID stays an alias: ``SocialReader/movedIDs(endingWith:limit:)``
    /// resolves it, and changes that refer to it apply to the item it stands for. Read positions end at the present.
    ///
    /// - Parameters:
    ///   - user: the user whose clock was ahead.
    ///   - limit: the stamp above which items are from the future.
    ///   - environment: the clock and the random bits.
    /// - Returns: the number of stamps replaced.
    /// - Throws: a failure of storage; then nothing was moved.
    @discardableResult
    func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int

    /// Reads one snapshot of shared and private data.
    ///
    /// - Throws: the error of `query`; ``TimelineError/storageFailed(_:)``.
    func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer

    /// Writes private data in one transaction, given the shared data.
    ///
    /// - Throws: the error of `update`, or a failure of storage; then nothing was written.
    func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer

    /// Writes private data that nothing depends on, such as the last use of a session, unless the storage is
    /// read-only, full or locked by another program.
    ///
    /// Reading needs no writing: it gives up after a tenth of a second, and never waits for other writes.
    ///
    /// - Throws: the error of `update`; a failure of the store itself, such as
    ///   ``TimelineError/storeTooNew``.
    func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws

    /// Applies the batch that `draft` makes, in one transaction with the private data that it writes.
    ///
    /// - Returns: the changes applied.
    /// - Throws: the error of `draft`; ``TimelineError/identifierConflict(_:)``; a failure of storage. Then
    ///   nothing was written.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change]
}

extension Repository {
    /// Reads one snapshot of the private data.
    public func readAccounts<Answer>(
        _ query: (any AccountReader) throws -> Answer
    ) throws -> Answer {
        try read { _, accounts in try query(accounts) }
    }

    /// Writes private data in one transaction.
    public func writeAccounts<Answer>(
        _ update: (any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try writeAccounts { _, accounts in try update(accounts) }
    }
}
