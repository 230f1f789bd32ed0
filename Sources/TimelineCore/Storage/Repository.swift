/// Stores everything except the bytes of photos: shared and private data.
///
/// The two kinds meet only where one snapshot or transaction must cover both: each call checks its
/// session in the transaction that reads or writes for it, and a sign-up writes an account and a
/// user.
///
/// ```swift
/// let repository: any Repository = InMemoryRepository()
/// let count = try repository.read { social, accounts in
///     try accounts.users().filter { try social.user($0) != nil }.count
/// }
/// ```
public protocol Repository: SocialRepository, AccountRepository {
    /// The lanes that all engines on this repository share; always the same object.
    var lanes: RepositoryLanes { get }

    /// Gives a user's posts, comments and registers from the future new IDs and stamps at the
    /// present, in one transaction.
    ///
    /// Replies, likes and photos move along. An old ID becomes an alias:
    /// ``StampReader/movedIDs(endingWith:limit:)`` resolves it, and changes that refer to it apply
    /// to the moved item. Read positions are cut off at the present.
    ///
    /// - Parameters:
    ///   - user: The user whose clock was ahead.
    ///   - limit: The highest stamp that is not from the future.
    ///   - environment: The clock and the random bits.
    /// - Returns: The number of stamps replaced.
    /// - Throws: A storage error; then nothing was moved.
    @discardableResult
    func moveToPresent(
        of user: User.ID,
        newerThan limit: PushID,
        _ environment: TimelineEnvironment
    ) throws -> Int

    /// Replaces photos of an earlier version wherever posts and avatars show them, in one
    /// transaction.
    ///
    /// Descriptions and ThumbHashes of the posts stay. Each user that shares such a photo becomes
    /// the owner of its original. Photos without a conversion stay, and are marked: they are
    /// returned by ``BlobReferenceReader/unconvertedPhotos(after:limit:retrying:)`` only when
    /// retrying.
    ///
    /// - Throws: A storage error; then nothing was replaced.
    func convert(_ conversions: [PhotoConversion]) throws

    /// Reads shared and private data in one snapshot.
    ///
    /// - Throws: The error of `query`; ``TimelineError/storageFailed(_:)``.
    func read<Answer>(
        _ query: (any SocialReader, any AccountReader) throws -> Answer
    ) throws -> Answer

    /// Writes private data in one transaction that also reads shared data.
    ///
    /// `update` may run more than once; see the laws of ``SocialRepository``.
    ///
    /// - Throws: The error of `update`; a storage error. Then nothing was written.
    func writeAccounts<Answer>(
        _ update: (any SocialReader, any AccountWriter) throws -> Answer
    ) throws -> Answer

    /// Writes optional private data, such as the last use of a session.
    ///
    /// Does nothing if the storage is read-only, full or locked by another process. It gives up
    /// after a tenth of a second, so that reads that record something do not wait for writes.
    ///
    /// - Throws: The error of `update`; an error of the store itself, such as
    ///   ``TimelineError/storeTooNew``.
    func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws

    /// Applies the batch returned by `draft` in one transaction with the private data that it
    /// writes.
    ///
    /// `draft` may run more than once; see the laws of ``SocialRepository``.
    ///
    /// - Returns: The applied changes.
    /// - Throws: The error of `draft`; ``TimelineError/identifierConflict(_:)``; a storage error.
    ///   Then nothing was written.
    @discardableResult
    func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> CheckedBatch
    ) throws -> [Change]
}

extension Repository {
    /// Does nothing, for repositories that have never stored such photos.
    public func convert(_ conversions: [PhotoConversion]) throws {}

    /// Reads private data in one snapshot.
    ///
    /// - Throws: The error of `query`; ``TimelineError/storageFailed(_:)``.
    public func readAccounts<Answer>(
        _ query: (any AccountReader) throws -> Answer
    ) throws -> Answer {
        try read { _, accounts in try query(accounts) }
    }

    /// Writes private data in one transaction.
    ///
    /// - Throws: The error of `update`; a storage error. Then nothing was written.
    public func writeAccounts<Answer>(
        _ update: (any AccountWriter) throws -> Answer
    ) throws -> Answer {
        try writeAccounts { _, accounts in try update(accounts) }
    }
}
