public import TimelineCore

extension SocialRepository {
    /// Applies changes without validation, because tests also write changes that an engine would
    /// reject.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - oldest: The lowest stamp of news; by default, items of any age are news.
    /// - Throws: A storage error; ``TimelineError/identifierConflict(_:)``.
    public func apply(_ changes: [Change], oldestNews oldest: PushID = .min) throws {
        try apply(CheckedBatch(unchecked: changes, oldestNews: oldest))
    }
}
