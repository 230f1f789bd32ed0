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
        minting actions: [Intent],
        by author: User.ID,
        above reader: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        guard !actions.isEmpty else {
            self = .empty
            return
        }
        let newest = try reader.mintableNewestStamp(of: author, environment)
        var source = PushIDSource(after: newest, environment: environment)
        try self.init(
            checking: actions.map { Change(stamp: source.next(), author: author, action: $0) },
            now: max(environment.now(), Date(millisecondsSince1970: newest.milliseconds))
        )
    }
}

extension SocialReader {
    /// Returns an author's newest stamp, above which the author's next stamp is minted.
    ///
    /// - Throws: ``TimelineError/clockBehind(_:)`` if the stamp is more than
    ///   ``TimelineEnvironment/clockTolerance`` ahead of the clock, or a storage error.
    func mintableNewestStamp(
        of author: User.ID,
        _ environment: TimelineEnvironment
    ) throws -> PushID {
        let newest = try newestStamp(of: author)
        let newestDate = Date(millisecondsSince1970: newest.milliseconds)
        let latest = environment.now().addingTimeInterval(TimelineEnvironment.clockTolerance)
        guard newestDate <= latest else { throw TimelineError.clockBehind(newestDate) }
        return newest
    }
}
