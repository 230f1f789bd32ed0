/// Stores the private data: what never leaves the device.
///
/// Reads see one snapshot; writes are one transaction, so a rule that Core checks inside it holds when it
/// commits.
public protocol AccountRepository: Sendable {
    /// Reads one snapshot of the private data.
    ///
    /// - Throws: the error of `query`; ``TimelineError/storageFailed(_:)``.
    func readAccounts<Answer>(_ query: (any AccountReader) throws -> Answer) throws -> Answer

    /// Writes private data in one transaction; commits when `update` returns.
    ///
    /// - Throws: the error of `update`, or a failure of storage; then nothing was written.
    func writeAccounts<Answer>(_ update: (any AccountWriter) throws -> Answer) throws -> Answer
}
