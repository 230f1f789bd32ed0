package import Foundation

/// Changes that have passed validation; the only values that a repository writes.
///
/// Only this module creates batches, so invalid values, such as a stamp in the far future or a null
/// character in a text, never reach a repository. ``StoreOwner/check(_:)`` validates changes made
/// elsewhere.
public struct CheckedBatch: Hashable, Sendable {
    /// The changes, in the order to apply them.
    public let changes: [Change]

    /// The empty batch.
    public static let empty = CheckedBatch(unchecked: [])

    /// Creates a batch without validation, for tests and for changes that a repository reads from
    /// its own tables.
    package init(unchecked changes: [Change]) {
        self.changes = changes
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
        self.changes = changes
    }
}
