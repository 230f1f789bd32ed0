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
    ///   - now: the current time; stamps more than ``Change/tolerance`` later are rejected.
    /// - Throws: the ``TimelineError`` of the first invalid value.
    package init(checking changes: [Change], now: Date) throws(TimelineError) {
        for change in changes { try change.validate(now: now) }
        self.changes = changes
    }

    /// Mints and validates the changes of a local author.
    ///
    /// - Parameters:
    ///   - actions: the actions, in order.
    ///   - author: the author.
    ///   - reader: the state inside the write transaction; the new stamps are above the author's
    ///     newest in it.
    ///   - environment: the clock and the random bits.
    /// - Throws: ``TimelineError/clockBehind(_:)`` when the author's newest stamp is more than
    ///   ``Change/tolerance`` ahead of the clock; the ``TimelineError`` of the first invalid value;
    ///   a failure of storage.
    package init(
        minting actions: [Change.Action],
        by author: User.ID,
        above reader: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        guard !actions.isEmpty else {
            self = .empty
            return
        }
        let newest = try reader.newestStamp(of: author)
        let newestDate = Date(millisecondsSince1970: newest.milliseconds)
        let now = environment.now()
        guard newestDate <= now.addingTimeInterval(Change.tolerance) else {
            throw TimelineError.clockBehind(newestDate)
        }
        var source = PushIDSource(after: newest, environment: environment)
        try self.init(
            checking: actions.map { Change(stamp: source.next(), author: author, action: $0) },
            now: max(now, newestDate)
        )
    }
}
