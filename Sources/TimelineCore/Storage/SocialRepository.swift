/// Keeps the shared part: what others may see.
///
/// ## Laws
/// Each is a test of the contract suite, run on every repository.
/// 1. **Atomic.** A batch is applied whole or not at all, and is on disk before `apply` returns.
/// 2. **Idempotent.** Applying a change again changes nothing.
/// 3. **Order-free.** Any order of the same changes ends in the same answers: of two settings the newer
///    stamp wins; nothing deleted comes back; what comes before its post or its user waits for it.
/// 4. **Equal.** The same changes give the same answers on every repository.
/// 5. **Counted.** Every count equals a recount.
///
/// A username belongs to the user whose claim has the oldest stamp (at equal stamps the lower
/// identifier); others who claim it are shown with a suffix.
public protocol SocialRepository: Sendable {
    /// Answers questions about one moment.
    ///
    /// - Throws: what `query` throws; ``TimelineError/storageFailed(_:)``.
    func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer

    /// Applies the batch that `draft` makes of the present state, in one transaction: the only way to write.
    ///
    /// No other process writes between the draft's reads and the commit, so a check in the draft holds.
    /// Callers use the two forms of it: ``apply(_:)`` for changes made elsewhere, and the engine's form for a
    /// local author, which mints their stamps inside the transaction.
    ///
    /// - Returns: the changes applied.
    /// - Throws: what `draft` throws, ``TimelineError/identifierConflict(_:)``, or a failure of storage;
    ///   then nothing was applied.
    @discardableResult
    func apply(drafting draft: (any SocialReader) throws -> CheckedBatch) throws -> [Change]

    /// The epoch of the shared data: a number that grows with every commit of changes, also by another process.
    ///
    /// Private data is not counted: a login or a read position moves no epoch, so it wakes no observer.
    func epoch() throws -> Int

    /// What is damaged in the storage itself, in sentences; empty when all is well.
    func integrityFaults() throws -> [String]

    /// Compares every count kept with a recount.
    ///
    /// A repair writes in transactions of bounded size, so that it delays no writer by more than some
    /// milliseconds, and its result holds while others write between them.
    ///
    /// - Parameter repairing: whether wrong counts are set right.
    /// - Returns: what differs; empty when all is well.
    /// - Throws: a failure of storage.
    func audit(repairing: Bool) throws -> [CountMismatch]

    /// Compares stored values that follow from others: names shown, search keys, the newest stamp.
    ///
    /// - Parameter repairing: whether wrong values are corrected.
    /// - Returns: the differences; empty when all is well.
    /// - Throws: a failure of storage.
    func auditValues(repairing: Bool) throws -> [ValueMismatch]

    /// Pending changes that cannot be read, by the text of each; they stay in place.
    func unreadableChanges() throws -> [String]
}

extension SocialRepository {
    /// None: a repository that stores no such values has nothing to compare.
    public func auditValues(repairing: Bool) throws -> [ValueMismatch] { [] }

    /// None: a repository that stores changes as values can read them all.
    public func unreadableChanges() throws -> [String] { [] }

    /// Applies changes that were made elsewhere or earlier, by any authors.
    ///
    /// - Throws: ``TimelineError/identifierConflict(_:)``, or a failure of storage; then nothing was applied.
    public func apply(_ batch: CheckedBatch) throws {
        try apply { _ in batch }
    }

    /// Applies what a local author does: stamps are minted, and values checked, inside the transaction.
    ///
    /// - Parameters:
    ///   - author: the user who acts.
    ///   - environment: the clock and the random bits.
    ///   - draft: the actions, given the present state.
    /// - Returns: the changes applied.
    /// - Throws: what `draft` throws; the error of a value that is not allowed; a failure of storage. Then
    ///   nothing was applied.
    @discardableResult
    package func apply(
        by author: User.ID,
        in environment: TimelineEnvironment,
        drafting draft: (any SocialReader) throws -> [Change.Action]
    ) throws -> [Change] {
        try apply { reader in
            try CheckedBatch(minting: draft(reader), by: author, above: reader, environment)
        }
    }
}
