public import TimelineCore

extension StoreOwner {
    /// Brings an archive in; loading it again changes nothing, and nothing deleted here comes back.
    ///
    /// An entry that cannot be taken is refused alone. What an archive says of a profile or a follow counts
    /// as older than anything set here, and a name that somebody holds here stays with the holder: the user
    /// who comes in is shown with a suffix. The archive is trusted in who wrote what: a `users` key that is
    /// the UUID of a user here means that user. A user with an account here speaks for themselves: whatever
    /// the archive says they did is rejected, unless the store has it already.
    ///
    /// The work is many transactions; when it ends early, what was loaded stays, and loading again
    /// completes it. Pictures are decoded for 20 posts, or about 64 MiB, at a time.
    ///
    /// - Parameters:
    ///   - archive: what to load.
    ///   - progress: told how many of all entries are settled, after each transaction and at the end.
    /// - Returns: what became of each entry.
    /// - Throws: a failure of storage; `CancellationError` when the task was cancelled.
    @concurrent
    @discardableResult
    public func load(
        _ archive: FirebaseArchive,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ImportReport {
        var work = try await FirebaseImport(of: archive, into: engine, progress: progress)
        let report = try await work.run()
        progress(report.settled, report.total)
        return report
    }
}
