/// Stores shared data: everything that other users may see.
///
/// ## Laws of changes
/// Each law is tested on every repository by the contract suite.
/// 1. **Atomic.** A batch is applied as a whole or not at all, and is durable before `apply`
///    returns.
/// 2. **Idempotent.** Applying a change again changes nothing.
/// 3. **Order-independent.** The same changes in any order produce the same state. Every settable
///    value is an LWW register, deleted items stay deleted, and a change stays pending until the
///    user and post that it refers to exist.
/// 4. **Equivalent.** The same changes produce the same answers on every repository.
/// 5. **Counted.** Every stored count equals a recount.
///
/// A username belongs to the user with the oldest claim; of equal stamps, the lower user ID wins.
/// The displayed usernames of other claimants have a suffix.
///
/// ## Laws of transactions
/// A repository on a cluster of servers can keep these as well.
/// 6. **Stamps increase per author.** Stamps of different authors have no common order, and
///    ``StampReader/newestStamp()`` is a hint. Page bounds and caches depend on the snapshot that
///    they were read from.
/// 7. **Drafts are repeatable.** A repository may run a draft more than once and apply the batch of
///    the last run. A draft has no effect other than its result and the private data that it
///    writes, which is rolled back with the transaction.
/// 8. **Conflicts are retried.** A repository repeats a transaction that conflicts with another
///    one; `apply` never throws a conflict.
/// 9. **Unknown outcomes are repeated.** If the answer to a commit is lost, the same changes with
///    the same stamps are applied again, which law 2 makes safe. Nobody queries whether they exist:
///    a reader may see changes that are rolled back later. A storage error that `apply` throws
///    after its draft has returned leaves the outcome unknown.
/// 10. **Transactions contain no blobs.** Blobs are written before the transaction that references
///     them begins, and removed after the one that drops the last reference.
/// 11. **Reads are fresh.** A snapshot contains every batch whose `apply` returned before the read
///     began, in any process: before a blob is removed, a new snapshot decides whether it is still
///     referenced.
public protocol SocialRepository: Sendable {
    /// Runs queries on one snapshot.
    ///
    /// - Throws: The error of `query`; ``TimelineError/storageFailed(_:)``.
    func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer

    /// Applies the batch returned by `draft` in one transaction; shared data is written in no other
    /// way.
    ///
    /// The transaction is serializable: checks in the draft hold until the commit. For changes made
    /// elsewhere, call ``apply(_:)``. For a local author, the engine's draft checks the session and
    /// mints stamps inside the transaction, by ``Repository/apply(drafting:)``.
    ///
    /// - Parameter draft: Returns the batch, given the present state; may run more than once.
    /// - Returns: The applied changes.
    /// - Throws: The error of `draft` or ``TimelineError/identifierConflict(_:)``, and nothing was
    ///   applied; a storage error, with an unknown outcome if the draft has returned.
    @discardableResult
    func apply(drafting draft: (any SocialReader) throws -> CheckedBatch) throws -> [Change]

    /// Deletes posts and comments that removed users have left, in one transaction.
    ///
    /// A removal hides a user and everything of theirs at once, and every count excludes it from
    /// then on, but it may delete only a part in its own transaction. Call this until it returns
    /// `nil`; after a kill, the next removal or check of the store continues.
    ///
    /// - Parameter limit: The maximum number of posts and comments.
    /// - Returns: The blobs that the deleted posts referenced; `nil` if nothing was left.
    /// - Throws: A storage error. Then nothing was deleted.
    func purgeRemovedUsers(limit: Int) throws -> [BlobID]?

    /// Returns descriptions of damage to the storage itself; empty if there is none.
    func integrityFaults() throws -> [String]

    /// Compares a part of the stored counts with a recount.
    ///
    /// A repair writes in transactions of bounded size, so that it delays other writers by a few
    /// milliseconds only, and is correct while others write between them.
    ///
    /// - Parameters:
    ///   - cursor: The end of the part before; `nil` for the first part.
    ///   - limit: The maximum number of users or posts that the part compares; an index that can
    ///     only be compared as a whole is a part of its own.
    ///   - repairing: Whether to correct wrong counts.
    /// - Returns: The differences in this part, often none, and the cursor of the next part.
    /// - Throws: A storage error.
    func audit(
        after cursor: AuditCursor?,
        limit: Int,
        repairing: Bool
    ) throws -> Page<CountMismatch, AuditCursor>

    /// Compares stored values with the data they derive from: displayed usernames, search keys,
    /// newest stamps.
    ///
    /// - Parameter repairing: Whether to correct wrong values.
    /// - Returns: The differences.
    /// - Throws: A storage error.
    func auditValues(repairing: Bool) throws -> [ValueMismatch]

    /// Returns the text of each pending change that cannot be decoded; they stay in place.
    func unreadableChanges() throws -> [String]
}

extension SocialRepository {
    /// Compares every stored count with a recount, part by part.
    ///
    /// - Parameter repairing: Whether to correct wrong counts.
    /// - Returns: The differences.
    /// - Throws: A storage error.
    public func audit(repairing: Bool) throws -> [CountMismatch] {
        try Page.all { try audit(after: $0, limit: 10_000, repairing: repairing) }
    }

    /// Reads the epoch of the newest snapshot.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func epoch() throws -> Int { try read { try $0.epoch() } }

    /// Returns `nil`, for repositories that delete everything in the transaction of the removal.
    public func purgeRemovedUsers(limit: Int) throws -> [BlobID]? { nil }

    /// Returns no mismatches, for repositories without derived values.
    public func auditValues(repairing: Bool) throws -> [ValueMismatch] { [] }

    /// Returns no changes, for repositories that store changes as values.
    public func unreadableChanges() throws -> [String] { [] }

    /// Applies changes that were made elsewhere or earlier, by any authors.
    ///
    /// - Throws: ``TimelineError/identifierConflict(_:)``; a storage error. Then nothing was
    ///   applied.
    public func apply(_ batch: CheckedBatch) throws {
        try apply { _ in batch }
    }
}
