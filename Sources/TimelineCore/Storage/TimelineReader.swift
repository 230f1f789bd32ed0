/// Queries for the home timeline: the posts of a viewer and of the users they follow.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol TimelineReader {
    /// Returns the IDs of one page, or the number of shards to read in parallel if one thread would
    /// take longer.
    ///
    /// - Parameters:
    ///   - viewer: The user whose home timeline to read.
    ///   - range: The range of the page.
    ///   - processorCount: The maximum number of shards; with 1, the answer contains the IDs.
    /// - Returns: `nil` if the viewer does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        processorCount: Int
    ) throws -> HomeTimeline?

    /// Returns the posts of the users in one shard, newest first.
    ///
    /// The shards partition the viewer and the users they follow, in the same way in every
    /// snapshot. A viewer that does not exist has no posts.
    func homeTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID]

    /// Returns the posts of a feed that are new since a read position.
    ///
    /// ``ReadPosition/isNew(_:arrival:)`` decides which posts are new.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - viewer: The user whose home timeline to read; without one, that feed is empty.
    ///   - position: The posts that have been read.
    ///   - range: The range of the page.
    /// - Returns: The IDs, newest first.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func newPostIDs(
        in feed: Feed,
        of viewer: User.ID?,
        since position: ReadPosition,
        in range: PostRange
    ) throws -> [Post.ID]
}
