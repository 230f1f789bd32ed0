package import Foundation
public import TimelineRecords

/// Changes that have passed validation: unsigned changes and signed records.
///
/// Repositories write only checked batches.
///
/// Only this module can create batches. Invalid values, such as a stamp in the far future or a null
/// character in a text, therefore never reach a repository. ``StoreOwner`` validates changes and
/// records that were made elsewhere.
public struct CheckedBatch: Hashable, Sendable {
    /// The unsigned changes, in the order in which they are applied.
    ///
    /// They are made by users without keys or concern such users.
    public let unsigned: [Change]

    /// The signed records, in the order in which they were made.
    public let records: [VerifiedRecord]

    /// All changes that the batch makes, whether or not they are signed.
    ///
    /// Key records and edits of posts in records are not included.
    public let changes: [Change]

    /// The lowest stamp of an item that is treated as news.
    ///
    /// Items with lower stamps were older than ``newsAge`` when the batch was created.
    ///
    /// Repositories do not record when older items arrive, so users are not notified of them.
    public let oldestNews: PushID

    /// The users whose posts in the batch belong to the first sync with the user, with the lowest ID
    /// of such a post that is treated as news.
    public let firstSyncs: [User.ID: PushID]

    /// The maximum age at which an arriving item is treated as news: 30 days, in seconds.
    public static let newsAge = 30.0 * 86_400

    /// A batch without changes.
    public static let empty = CheckedBatch(unchecked: [])

    /// Creates a batch without validation, for tests and for changes that a repository reads from
    /// its own tables.
    ///
    /// By default, items of any age are treated as news.
    package init(
        unchecked changes: [Change],
        records: [VerifiedRecord] = [],
        oldestNews: PushID = .min,
        firstSyncs: [User.ID: PushID] = [:]
    ) {
        unsigned = changes
        self.records = records
        self.changes = changes + records.compactMap { Change($0) }
        self.oldestNews = oldestNews
        self.firstSyncs = firstSyncs
    }

    /// Creates a batch of records that replace records of this store.
    ///
    /// Their stamps are not checked, because a reply to a post that moves to the present may itself
    /// be dated in the future, until the records of its author move.
    init(replacing records: [VerifiedRecord]) {
        self.init(unchecked: [], records: records)
    }

    /// Returns a batch with the changes of both batches.
    func adding(_ other: CheckedBatch) -> CheckedBatch {
        CheckedBatch(
            unchecked: unsigned + other.unsigned,
            records: records + other.records,
            oldestNews: max(oldestNews, other.oldestNews),
            firstSyncs: firstSyncs
        )
    }

    /// Returns whether a post of the batch is treated as news.
    public func isNews(_ post: Post.ID, by author: User.ID) -> Bool {
        post.pushID >= max(oldestNews, firstSyncs[author] ?? .min)
    }

    /// Whether the batch contains no change.
    public var isEmpty: Bool { unsigned.isEmpty && records.isEmpty }

    /// Creates a batch from changes by any authors, after validating each change.
    ///
    /// Records were validated when they were read, so only their stamps are checked.
    ///
    /// - Parameters:
    ///   - changes: The unsigned changes, in any order.
    ///   - records: The records, in any order.
    ///   - now: The current time. Stamps that are ahead of it by more than
    ///     ``TimelineEnvironment/clockTolerance`` are rejected.
    ///   - firstSyncs: The users whose posts belong to the first sync with them, with the lowest ID
    ///     of a post that is treated as news.
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package init(
        checking changes: [Change],
        records: [VerifiedRecord] = [],
        now: Date,
        firstSyncs: [User.ID: PushID] = [:]
    ) throws(TimelineError) {
        for change in changes { try change.validate(now: now) }
        let latest = now.addingTimeInterval(TimelineEnvironment.clockTolerance)
            .millisecondsSince1970
        for record in records where record.body.stamp.milliseconds > latest {
            throw .identifierInFuture(PushID(record.body.stamp).description)
        }
        let oldest = now.addingTimeInterval(-Self.newsAge).timeIntervalSince1970 * 1000
        self.init(
            unchecked: changes,
            records: records,
            oldestNews: PushID(milliseconds: UInt64(max(0, oldest)), random: (0, 0)),
            firstSyncs: firstSyncs
        )
    }
}
