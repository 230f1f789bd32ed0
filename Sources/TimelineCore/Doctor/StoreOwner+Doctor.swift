extension StoreOwner {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair defects that can be repaired without losing data, for
    ///     example by correcting counts and setting aside orphaned blobs.
    ///   - isVerifying: Whether to verify the signatures of all records, and compare the indexes of
    ///     the storage with the rows, which takes half of the time.
    ///   - progress: Called after each photo with the number of photos checked so far and the total
    ///     number.
    /// - Returns: The findings, including those that were repaired. The list is empty if the store
    ///   has no defects.
    /// - Throws: A storage error.
    public func examine(
        repairing isRepairing: Bool = false,
        verifying isVerifying: Bool = true,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        try await engine.examine(
            repairing: isRepairing,
            verifying: isVerifying,
            progress: progress
        )
    }

    /// Returns the findings about users whose newest record is dated ahead of the clock, as
    /// ``examine(repairing:verifying:progress:)`` does.
    ///
    /// - Throws: A storage error.
    public func usersAheadOfClock() async throws -> [HealthFinding] {
        try await engine.reads.run { [engine] in try engine.datedAhead() }
    }

    /// Returns the blobs that posts, avatars and waiting records reference, and the originals of
    /// photos.
    ///
    /// - Throws: A storage error.
    public func referencedBlobs() async throws -> Set<BlobID> { try await engine.referencedBlobs() }
}
