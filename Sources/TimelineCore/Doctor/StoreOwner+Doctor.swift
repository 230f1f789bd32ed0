extension StoreOwner {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: whether to repair defects without loss of data, for example correct counts
    ///     and set aside orphaned blobs.
    ///   - progress: called after each photo with the number of photos checked and the total.
    /// - Returns: the findings, including repaired ones; empty for a sound store.
    /// - Throws: a failure of storage.
    public func examine(
        repairing isRepairing: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        try await engine.examine(repairing: isRepairing, progress: progress)
    }

    /// The blobs that posts, users and pending changes reference, and the originals of photos.
    ///
    /// - Throws: a failure of storage.
    public func referencedBlobs() async throws -> Set<BlobID> { try await engine.referencedBlobs() }
}
