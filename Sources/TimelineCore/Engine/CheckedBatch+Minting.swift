import Foundation

extension CheckedBatch {
    /// Mints and validates the changes of a local author.
    ///
    /// - Parameters:
    ///   - actions: the actions, in order.
    ///   - author: the author.
    ///   - reader: the state inside the write transaction; the new stamps are above the author's
    ///     newest in it.
    ///   - environment: the clock and the random bits.
    /// - Throws: ``TimelineError/clockBehind(_:)`` when the author's newest stamp is more than
    ///   ``TimelineEnvironment/clockTolerance`` ahead of the clock; the ``TimelineError`` of the
    ///   first invalid value; a failure of storage.
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
