public import TimelineCore

extension StoreOwner {
    /// Imports an archive.
    ///
    /// Importing it again changes nothing, and deleted posts and comments stay deleted. The archive
    /// is trusted about authorship, except for users with an account in this store:
    ///
    /// - A `users` key that is the UUID of an existing user refers to that user.
    /// - Profiles and follows of the archive are older than any made in this store, so they never
    ///   replace one.
    /// - A username that is taken in this store stays with its holder; the imported user is shown
    ///   with a suffix.
    /// - Every entry by a user with an account is rejected, unless the store has it already.
    ///
    /// A rejected entry does not affect the others. The import takes many transactions: if it ends
    /// early, importing the archive again completes it. Pictures are decoded 20 at a time, or fewer
    /// if they exceed 64 MiB together.
    ///
    /// ```swift
    /// let file = folder.appending(path: "export.json")
    /// let archive = try FirebaseArchive(reading: Data(contentsOf: file))
    /// let report = try await owner.load(archive) { done, total in
    ///     show("\(done) of \(total)")
    /// }
    /// show(report.rejections)
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The archive to import.
    ///   - progress: Receives the number of processed entries after each transaction, and at the
    ///     end.
    /// - Returns: The number of accepted and rejected entries, and the reason for each rejection.
    /// - Throws: A `TimelineError` if the storage fails; `CancellationError` if the task is
    ///   cancelled.
    @concurrent
    @discardableResult
    public func load(
        _ archive: FirebaseArchive,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ImportReport {
        var work = FirebaseImport(of: archive, into: engine, progress: progress)
        let report = try await work.run()
        progress(report.processedCount, report.entryCount)
        return report
    }
}
