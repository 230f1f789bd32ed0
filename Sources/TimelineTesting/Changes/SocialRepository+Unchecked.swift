public import TimelineCore

extension SocialRepository {
    /// Applies changes without validating them, because tests also write changes that an engine
    /// would reject.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - oldest: The lowest stamp of an item that is treated as news. By default, items of any
    ///     age are treated as news.
    /// - Throws: ``TimelineError/identifierConflict(_:)``, or a storage error.
    public func apply(_ changes: [Change], oldestNews oldest: PushID = .min) throws {
        try apply(CheckedBatch(unchecked: changes, oldestNews: oldest))
    }
}
