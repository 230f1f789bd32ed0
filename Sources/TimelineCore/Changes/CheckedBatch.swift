package import Foundation

/// Changes that have passed validation.
///
/// Repositories write only checked batches.
///
/// Only this module can create batches. Invalid values, such as a stamp in the far future or a null
/// character in a text, therefore never reach a repository. ``StoreOwner/check(_:)`` validates
/// changes that were made elsewhere.
public struct CheckedBatch: Hashable, Sendable {
    /// The changes, in the order in which they are applied.
    public let changes: [Change]

    /// The lowest stamp of an item that is treated as news.
    ///
    /// Items with lower stamps were older than ``newsAge`` when the batch was created.
    ///
    /// Repositories do not record when older items arrive, so users are not notified of them.
    public let oldestNews: PushID

    /// The maximum age at which an arriving item is treated as news: 30 days, in seconds.
    public static let newsAge = 30.0 * 86_400

    /// A batch without changes.
    public static let empty = CheckedBatch(unchecked: [])

    /// Creates a batch without validation, for tests and for changes that a repository reads from
    /// its own tables.
    ///
    /// By default, items of any age are treated as news.
    package init(unchecked changes: [Change], oldestNews: PushID = .min) {
        self.changes = changes
        self.oldestNews = oldestNews
    }

    /// Creates a batch from changes by any authors, after validating each change.
    ///
    /// - Parameters:
    ///   - changes: The changes, in any order.
    ///   - now: The current time. Stamps that are ahead of it by more than
    ///     ``TimelineEnvironment/clockTolerance`` are rejected.
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package init(checking changes: [Change], now: Date) throws(TimelineError) {
        for change in changes { try change.validate(now: now) }
        let oldest = now.addingTimeInterval(-Self.newsAge).timeIntervalSince1970 * 1000
        self.init(
            unchecked: changes,
            oldestNews: PushID(milliseconds: UInt64(max(0, oldest)), random: (0, 0))
        )
    }
}
