/// Stores private data, which never leaves the device.
///
/// Each read sees one snapshot. Each write is one transaction, so conditions that Core checks
/// inside it still hold when it commits.
public protocol AccountRepository: Sendable {
    /// Reads one snapshot of the private data.
    ///
    /// - Throws: the error of `query`; ``TimelineError/storageFailed(_:)``.
    func readAccounts<Answer>(_ query: (any AccountReader) throws -> Answer) throws -> Answer

    /// Writes private data in one transaction; commits when `update` returns.
    ///
    /// - Throws: the error of `update`; a failure of storage. Then nothing was written.
    func writeAccounts<Answer>(_ update: (any AccountWriter) throws -> Answer) throws -> Answer
}
