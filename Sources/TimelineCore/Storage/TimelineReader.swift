/// Queries for the home timeline: the posts of a viewer and of the users they follow and have not
/// muted.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol TimelineReader {
    /// Returns the number of shards in which to read a page.
    ///
    /// A page is divided only if reading its shards in parallel is faster than reading the page on
    /// one thread.
    ///
    /// - Parameters:
    ///   - viewer: The user whose home timeline to read.
    ///   - range: The range of the page.
    ///   - maximum: The maximum number of shards.
    /// - Returns: A number from 1 to `maximum`, which is 1 if the viewer does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func homeShardCount(
        of viewer: User.ID,
        in range: PostRange,
        maximum: Int
    ) throws -> Int

    /// Returns the posts by the users in one shard, newest first.
    ///
    /// The viewer and the users they follow are assigned to the same shards in every snapshot. The
    /// shard ``TimelineShard/whole`` contains all of them. Posts by muted users are omitted. If the
    /// viewer does not exist, the result is empty.
    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID]

    /// Returns the number of posts in the whole home timeline of a viewer.
    ///
    /// If the viewer does not exist, the result is 0.
    func homePostCount(of viewer: User.ID) throws -> Int

    /// Returns the posts in a feed that are new since a read position.
    ///
    /// `ReadPosition.isNew(_:arrival:)` determines which posts are new.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - viewer: The user whose home timeline to read. If it is `nil`, the home timeline is
    ///     empty.
    ///   - position: The read position, which determines the posts that have been read.
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
