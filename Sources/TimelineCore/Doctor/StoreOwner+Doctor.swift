extension StoreOwner {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair defects that can be repaired without losing data, for
    ///     example by correcting counts and setting aside orphaned blobs.
    ///   - progress: Called after each photo with the number of photos checked so far and the total
    ///     number.
    /// - Returns: The findings, including those that were repaired. The list is empty if the store
    ///   has no defects.
    /// - Throws: A storage error.
    public func examine(
        repairing isRepairing: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        try await engine.examine(repairing: isRepairing, progress: progress)
    }

    /// Returns the blobs that posts, avatars and pending changes reference, and the originals of
    /// photos.
    ///
    /// - Throws: A storage error.
    public func referencedBlobs() async throws -> Set<BlobID> { try await engine.referencedBlobs() }
}
