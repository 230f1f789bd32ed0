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

    /// Applies the changes that `draft` makes of what is there: the only way to write.
    ///
    /// No other process writes between the draft's questions and its changes, so a check made there
    /// holds, and identifiers minted above ``SocialReader/newestStamp()`` are in the order of the commits.
    ///
    /// - Returns: the changes applied.
    /// - Throws: what `draft` throws, ``TimelineError/identifierConflict(_:)``, or a failure of storage;
    ///   then nothing was applied.
    @discardableResult
    func apply(drafting draft: (any SocialReader) throws -> [Change]) throws -> [Change]

    /// A number that is another after each commit, also one of another process.
    func version() throws -> Int

    /// What is damaged in the storage itself, in sentences; empty when all is well.
    func integrityFaults() throws -> [String]

    /// Compares every count kept with a recount.
    ///
    /// - Parameter repairing: whether wrong counts are set right.
    /// - Returns: what differs; empty when all is well.
    /// - Throws: a failure of storage.
    func audit(repairing: Bool) throws -> [CountMismatch]
}

extension SocialRepository {
    /// Applies changes that were made elsewhere or earlier.
    ///
    /// - Throws: ``TimelineError/identifierConflict(_:)``, or a failure of storage; then nothing was applied.
    public func apply(_ changes: [Change]) throws {
        try apply { _ in changes }
    }
}
