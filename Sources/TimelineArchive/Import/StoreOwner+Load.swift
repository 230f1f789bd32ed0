public import TimelineCore

extension StoreOwner {
    /// Imports an archive.
    ///
    /// Each user of the archive becomes a person: a user without an account, with random keys that
    /// are stored privately under the user's key in the archive, and that sign everything that the
    /// archive says about the user. Importing the same archive again finds the same people and
    /// changes nothing, and deleted posts and comments stay deleted. Two stores that import the same
    /// archive contain different people.
    ///
    /// Statements about authorship in the archive are trusted, except for users with an account in
    /// this store. The following rules apply:
    ///
    /// - A new key in `users` that is the UUID of an existing user refers to that user.
    /// - Profiles and follows in the archive are older than any made in this store, so they never
    ///   replace newer ones.
    /// - If a username is already taken in this store, its holder keeps it. The imported user's
    ///   displayed username has a suffix.
    /// - Every entry by a user with an account is rejected, unless the store already contains it. So
    ///   is every entry by a user who has left, or whose keys are only on other devices.
    ///
    /// A rejected entry does not affect other entries. The import uses many transactions. If the
    /// import is interrupted, importing the archive again completes it. Up to 20 pictures are
    /// decoded at a time, or fewer if together they exceed 64 MiB.
    ///
    /// ```swift
    /// let file = folder.appending(path: "export.json")
    /// let archive = try FirebaseArchive(reading: Data(contentsOf: file))
    /// let report = try await owner.load(archive, progress: { done, total in
    ///     show("\(done) of \(total)")
    /// })
    /// show(report.rejections)
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The archive to import.
    ///   - isDryRun: Whether to examine everything but write nothing.
    ///   - report: Receives each rejected entry.
    ///   - progress: Called after each post, whose picture takes most of the time, and at the end,
    ///     with the number of processed posts and the total number.
    /// - Returns: The numbers of entries by outcome, and the first rejections.
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by `report`.
    @concurrent
    @discardableResult
    public func load(
        _ archive: FirebaseArchive,
        isDryRun: Bool = false,
        report: @escaping @Sendable (ImportReport.Rejection) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ImportReport {
        var work = try FirebaseImport(
            of: archive,
            into: engine,
            isDryRun: isDryRun,
            report: report,
            progress: progress
        )
        let result = try await work.run()
        progress(archive.posts.all.count, archive.posts.all.count)
        return result
    }
}
