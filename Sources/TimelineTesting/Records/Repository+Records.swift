public import TimelineCore

extension Repository {
    /// Applies records, along with the certificates of the keys of test users that signed them.
    ///
    /// - Parameters:
    ///   - records: The records. No rules are checked, because tests also write records that an
    ///     engine would reject.
    ///   - oldest: The lowest stamp of an item that is treated as news. By default, items of any
    ///     age are treated as news.
    /// - Throws: A storage error.
    public func apply(_ records: [VerifiedRecord], oldestNews oldest: PushID = .min) throws {
        try apply(ValidatedBatch(certifying: records, oldestNews: oldest))
    }
}

extension ValidatedBatch {
    /// Creates a batch of records, along with the certificates of the keys of test users that signed
    /// them, without checking any rules.
    ///
    /// - Throws: `RecordError`.
    package init(
        certifying records: [VerifiedRecord],
        oldestNews oldest: PushID = .min,
        firstSyncs: [User.ID: PushID] = [:]
    ) throws {
        self.init(unchecked: try records.certified, oldestNews: oldest, firstSyncs: firstSyncs)
    }
}
