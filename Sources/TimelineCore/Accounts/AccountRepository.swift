/// A repository for private data, which no other user receives.
///
/// A sync sends some of it to the user's own devices: muted and blocked users, read posts, the last
/// visit of the activity, and peers. Pairing carries the login data to a new device.
///
/// Each read uses a single snapshot, and each write is a single transaction. A condition that is
/// checked inside a write transaction is therefore still true when the transaction commits.
public protocol AccountRepository: Sendable {
    /// Reads one snapshot of the private data.
    ///
    /// - Throws: Any error thrown by `query`, or ``TimelineError/storageFailed(_:)``.
    func readAccounts<Answer>(_ query: (any AccountReader) throws -> Answer) throws -> Answer

    /// Writes private data in one transaction, which commits when `update` returns.
    ///
    /// - Throws: Any error thrown by `update`, or a storage error. In either case, nothing is
    ///   written.
    func writeAccounts<Answer>(_ update: (any AccountWriter) throws -> Answer) throws -> Answer
}
