public import Foundation

/// Queries that find posts by place and popularity.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol DiscoveryReader {
    /// Returns the posts in a range that were taken within a circle, newest first.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID]

    /// Returns the most popular posts at the given time, omitting posts older than `since`.
    ///
    /// The posts are in descending order of ``Popularity/score``. If scores are equal, newer posts
    /// come first. Posts without likes and comments are omitted.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID]
}
