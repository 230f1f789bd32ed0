public import Foundation

/// Queries that find posts by place and popularity.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol DiscoveryReader {
    /// Returns the posts in a range that were taken within a circle, newest first.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID]

    /// Returns the posts not older than `since` that are the most popular at the given time.
    ///
    /// The posts are in descending order of ``Popularity/score``. If scores are equal, newer posts
    /// come first. Posts without likes and comments are omitted.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID]
}
