extension StoreOwner {
    /// Converts photos that earlier versions of the program stored and shared with their metadata.
    ///
    /// Creates a public copy and a preview of each photo, and keeps the original file for its
    /// owner. Call this method after opening a store that an earlier version may have written. If
    /// there are no such photos, it returns immediately. It converts a few photos per transaction,
    /// so it can be interrupted at any time and continues with the next call. Until a photo has
    /// been converted, its metadata is stripped whenever another user reads it.
    ///
    /// Photos with missing or unreadable bytes, and photos whose metadata cannot be stripped, are
    /// left unchanged. ``examine(repairing:progress:)`` reports them.
    ///
    /// - Parameters:
    ///   - isRetrying: Whether to retry photos whose metadata could not be stripped before.
    ///   - progress: Called after each transaction with the number of photos processed so far and
    ///     the total number.
    /// - Returns: The number of photos converted.
    /// - Throws: ``TimelineError/storageBusy``, at once, if the store is locked or cannot be written
    ///   to and `isRetrying` is false; or another storage error.
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
