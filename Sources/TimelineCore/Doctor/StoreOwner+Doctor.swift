extension StoreOwner {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: whether to repair where no data is lost: wrong counts are corrected, orphaned blobs
    ///     set aside.
    ///   - progress: receives how many of all photos have been read, after each.
    /// - Returns: the findings, repaired or not; empty for a sound store.
    /// - Throws: a failure of storage.
    public func examine(
        repairing isRepairing: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        try await engine.examine(repairing: isRepairing, progress: progress)
    }

    /// The blobs that posts, users and pending changes reference.
    ///
    /// - Throws: a failure of storage.
    public func namedPhotos() async throws -> Set<BlobID> { try await engine.namedPhotos() }
}
