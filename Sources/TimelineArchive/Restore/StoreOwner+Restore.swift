public import TimelineCore

extension StoreOwner {
    /// Imports a Timeline archive.
    ///
    /// Entries are accepted after their IDs and signatures have been checked, regardless of their
    /// authors. Importing the same archive again changes nothing. If the import is interrupted,
    /// importing the archive again completes it.
    ///
    /// ```swift
    /// let archive = try StoreArchive(at: target)
    /// let report = try await owner.restore(archive, by: leia)
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The archive.
    ///   - importer: The user who imports, whose originals are accepted, or `nil`.
    ///   - isDryRun: Whether to write nothing and only report the outcome.
    ///   - report: Receives each entry and file that is not imported and not present.
    ///   - progress: Called after each transaction with the number of processed entries and the
    ///     total number.
    /// - Returns: The numbers of entries and files by outcome, and the first reasons.
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by `report`.
    @concurrent
    @discardableResult
    public func restore(
        _ archive: StoreArchive,
        by importer: User.ID? = nil,
        isDryRun: Bool = false,
        report: @escaping @Sendable (RestoreReport.Issue) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> RestoreReport {
        var work = ArchiveImport(
            of: archive,
            into: engine,
            by: importer,
            isDryRun: isDryRun,
            reportIssue: report,
            progress: progress
        )
        return try await work.run()
    }
}
