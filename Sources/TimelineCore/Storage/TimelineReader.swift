/// Queries for the home timeline: the posts of a viewer and of the users they follow.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol TimelineReader {
    /// Returns the number of users that a viewer follows, or `nil` if the viewer does not exist.
    func followingCount(of viewer: User.ID) throws -> Int?

    /// Returns the posts of the viewer and of the followed users in a shard, newest first, by
    /// reading the newest posts of each author.
    ///
    /// The viewer belongs to shard 0. The cost grows with the number of authors.
    func seekTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID]

    /// Returns the posts of the viewer and of all followed users, newest first, by scanning all
    /// posts.
    ///
    /// - Parameters:
    ///   - viewer: The viewer.
    ///   - range: The part of the timeline to return.
    ///   - budget: The maximum number of posts to scan.
    /// - Returns: `nil` if the budget runs out before the page is full, or is bound to.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]?
}

extension TimelineReader {
    /// Returns `nil`, which makes the engine call ``seekTimeline(of:shard:in:)``, for repositories
    /// without a way to scan posts.
    public func scanTimeline(
        of viewer: User.ID,
        in range: PostRange,
        budget: Int
    ) throws -> [Post.ID]? { nil }
}
