import Foundation

extension CheckedBatch {
    /// Mints and validates changes by a local author.
    ///
    /// - Parameters:
    ///   - actions: The actions, in order.
    ///   - author: The author of all changes.
    ///   - reader: A reader of the state inside the write transaction. The new stamps are higher
    ///     than the author's newest stamp in this state.
    ///   - environment: The clock and the source of random bits.
    /// - Throws: ``TimelineError/clockBehind(_:)`` if the author's newest stamp is more than
    ///   ``TimelineEnvironment/clockTolerance`` ahead of the clock, the ``TimelineError`` for the
    ///   first invalid value, or a storage error.
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
        guard newestDate <= now.addingTimeInterval(TimelineEnvironment.clockTolerance) else {
            throw TimelineError.clockBehind(newestDate)
        }
        var source = PushIDSource(after: newest, environment: environment)
        try self.init(
            checking: actions.map { Change(stamp: source.next(), author: author, action: $0) },
            now: max(now, newestDate)
        )
    }
}
