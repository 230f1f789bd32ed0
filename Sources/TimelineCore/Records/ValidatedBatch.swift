package import Foundation

/// Signed records that a repository may write, with what makes them news.
///
/// Only this module can create batches. A record was verified when it was read or signed, and a
/// batch was checked for stamps in the far future, so nothing invalid reaches a repository.
/// ``StoreOwner/check(_:)`` checks records that were made elsewhere.
public struct ValidatedBatch: Hashable, Sendable {
    /// The records, in the order in which they were made.
    public let records: [VerifiedRecord]

    /// The lowest stamp of an item that is treated as news.
    ///
    /// Items with lower stamps were older than ``newsAge`` when the batch was created.
    ///
    /// Repositories do not notify users of older items.
    public let oldestNews: PushID

    /// The users whose posts in the batch belong to the first sync with the user, with the lowest ID
    /// of such a post that is treated as news.
    public let firstSyncs: [User.ID: PushID]

    /// Some live records of one author, which the batch replaces.
    public struct Replacement: Hashable, Sendable {
        /// The author.
        public let author: User.ID
        /// The IDs of the records.
        public let records: Set<RecordID>
    }

    /// The live records that the batch replaces, or `nil` if it replaces none.
    ///
    /// They leave the live set before the records of the batch are added, so a record of the same
    /// register takes their place even if its stamp is lower. The newest stamp of their author is
    /// then that of the author's remaining records. If they arrive again, they count again.
    public private(set) var replacement: Replacement?

    /// The maximum age at which an arriving item is treated as news: 30 days, in seconds.
    public static let newsAge = 30.0 * 86_400

    /// A batch without records.
    public static let empty = ValidatedBatch(unchecked: [])

    /// Creates a batch without checks, for tests.
    ///
    /// By default, items of any age are treated as news.
    package init(
        unchecked records: [VerifiedRecord],
        oldestNews: PushID = .min,
        firstSyncs: [User.ID: PushID] = [:]
    ) {
        self.records = records
        self.oldestNews = oldestNews
        self.firstSyncs = firstSyncs
    }

    /// Creates a batch, after checking the stamps of the records.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - now: The current time. Stamps that are ahead of it by more than
    ///     ``PushID/clockTolerance`` are rejected.
    ///   - firstSyncs: The users whose posts belong to the first sync with them, with the lowest ID
    ///     of a post that is treated as news.
    /// - Throws: ``TimelineError/identifierInFuture(_:)``.
    package init(
        checking records: [VerifiedRecord],
        now: Date,
        firstSyncs: [User.ID: PushID] = [:]
    ) throws(TimelineError) {
        for record in records { try record.body.stamp.validate(now: now) }
        let oldest = now.addingTimeInterval(-Self.newsAge).timeIntervalSince1970 * 1000
        self.init(
            unchecked: records,
            oldestNews: PushID(milliseconds: UInt64(max(0, oldest)), bits: (0, 0)),
            firstSyncs: firstSyncs
        )
    }

    /// Returns the batch as one that replaces some live records.
    ///
    /// Only the repair of a clock that was ahead replaces records that it signs again.
    package func replacing(_ records: Set<RecordID>, of author: User.ID) -> ValidatedBatch {
        var batch = self
        batch.replacement = Replacement(author: author, records: records)
        return batch
    }

    /// Returns a batch with the records of both batches.
    func adding(_ other: ValidatedBatch) -> ValidatedBatch {
        ValidatedBatch(
            unchecked: records + other.records,
            oldestNews: max(oldestNews, other.oldestNews),
            firstSyncs: firstSyncs
        )
    }

    /// Returns whether a record of the batch is treated as news.
    ///
    /// An edit of a post is as old as the post.
    public func notifies(_ record: VerifiedRecord) -> Bool {
        guard case .postSet(let post, _) = record.body.content else {
            return record.body.stamp >= oldestNews
        }
        let first = firstSyncs[record.body.author] ?? .min
        return post.stamp >= max(oldestNews, first)
    }

    /// Whether the batch neither contains nor replaces a record.
    public var isEmpty: Bool { records.isEmpty && replacement == nil }
}
