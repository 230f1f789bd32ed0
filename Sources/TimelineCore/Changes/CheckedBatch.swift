package import Foundation

/// Changes that have passed validation: the only values that a repository writes.
///
/// Only this module makes one, so that a stamp in the far future or a null character in a text reaches no
/// store, whoever implements the repository. ``StoreOwner/check(_:)`` validates changes made elsewhere.
public struct CheckedBatch: Hashable, Sendable {
    /// The changes, in the order in which they apply.
    public let changes: [Change]

    /// A batch without changes.
    public static let empty = CheckedBatch(unchecked: [])

    /// Makes a batch without validation, for tests and for changes that a repository has read from its own
    /// tables.
    package init(unchecked changes: [Change]) {
        self.changes = changes
    }

    /// Validates changes that were made elsewhere, by any authors.
    ///
    /// - Parameters:
    ///   - changes: the changes, in any order.
    ///   - now: the time that decides which stamps lie in the future.
    /// - Throws: the ``TimelineError`` of the first value that is not allowed.
    package init(checking changes: [Change], now: Date) throws(TimelineError) {
        for change in changes { try change.validate(now: now) }
        self.changes = changes
    }

    /// Mints and validates what a local author does.
    ///
    /// - Parameters:
    ///   - actions: the actions, in order.
    ///   - author: the user who acts.
    ///   - reader: the state within the write transaction; stamps are above the author's newest in it.
    ///   - environment: the clock and the random bits.
    /// - Throws: ``TimelineError/clockBehind(_:)`` when the author's newest stamp is more than
    ///   ``Change/tolerance`` ahead of the clock; the ``TimelineError`` of the first value that is not
    ///   allowed; a failure of storage.
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
