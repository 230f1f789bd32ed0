package import Foundation

/// Changes that have passed validation; the only values that a repository writes.
///
/// Only this module creates batches, so invalid values, such as a stamp in the far future or a null
/// character in a text, never reach a repository. ``StoreOwner/check(_:)`` validates changes made
/// elsewhere.
public struct CheckedBatch: Hashable, Sendable {
    /// The changes, in the order to apply them.
    public let changes: [Change]

    /// The lowest stamp of news: an item with a lower one was over ``newsAge`` old when the batch
    /// was made.
    ///
    /// A repository stores no arrival number with older items, so that nobody is notified of them.
    public let oldestNews: PushID

    /// The age on arrival, 30 days in seconds, above which an item is no news.
    public static let newsAge = 30.0 * 86_400

    /// The empty batch.
    public static let empty = CheckedBatch(unchecked: [])

    /// Creates a batch without validation, for tests and for changes that a repository reads from
    /// its own tables.
    ///
    /// By default, items of any age are news.
    package init(unchecked changes: [Change], oldestNews: PushID = .min) {
        self.changes = changes
        self.oldestNews = oldestNews
    }

    /// Validates changes that were made elsewhere, by any authors.
    ///
    /// - Parameters:
    ///   - changes: the changes, in any order.
    ///   - now: the current time; stamps more than ``TimelineEnvironment/clockTolerance`` later are
    ///     rejected.
    /// - Throws: the ``TimelineError`` of the first invalid value.
    package init(checking changes: [Change], now: Date) throws(TimelineError) {
        for change in changes { try change.validate(now: now) }
        let oldest = now.addingTimeInterval(-Self.newsAge).timeIntervalSince1970 * 1000
        self.init(
            unchecked: changes,
            oldestNews: PushID(milliseconds: UInt64(max(0, oldest)), random: (0, 0))
        )
    }
}
