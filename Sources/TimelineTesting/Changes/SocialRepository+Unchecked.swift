public import TimelineCore
public import TimelineRecords

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

    /// Applies records of test users, along with the certificates of their device keys.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - oldest: The lowest stamp of an item that is treated as news. By default, items of any
    ///     age are treated as news.
    /// - Throws: ``RecordMakerError/unknownAuthor``, or a storage error.
    public func apply(_ records: [VerifiedRecord], oldestNews oldest: PushID = .min) throws {
        let authors = Set(records.map(\.author)).sorted()
        let certificates = try authors.map { try TestPeople.certificate(of: $0) }
        try apply(
            CheckedBatch(unchecked: [], records: certificates + records, oldestNews: oldest)
        )
    }
}
