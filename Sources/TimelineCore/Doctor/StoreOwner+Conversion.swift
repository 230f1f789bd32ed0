extension StoreOwner {
    /// Converts photos of earlier versions, which were stored and shared with their metadata: makes
    /// a public copy and a preview of each, and keeps the file as the original of its owner.
    ///
    /// Call it after opening a store that an earlier version may have written; without such photos
    /// it returns at once. It converts some photos in each transaction, so it can be interrupted at
    /// any time and continues with the next call. Until then, only copies that are stripped on
    /// reading are handed out to others.
    ///
    /// Photos with missing or unreadable bytes, and photos whose metadata cannot be stripped, stay
    /// as they are; ``examine(repairing:progress:)`` reports them.
    ///
    /// - Parameters:
    ///   - isRetrying: whether to try again to strip photos that could not be stripped before.
    ///   - progress: called after each transaction with the number of photos processed and the
    ///     total.
    /// - Returns: the number of photos converted.
    /// - Throws: a failure of storage; ``TimelineError/storageReadOnly``.
    @discardableResult
    public func convertPhotos(
        retrying isRetrying: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> Int {
        try await engine.upkeep.run { [engine] in
            try engine.convertPhotos(retrying: isRetrying, progress)
        }
    }
}
