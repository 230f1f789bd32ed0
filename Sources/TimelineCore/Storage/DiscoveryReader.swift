public import Foundation

/// Queries that find posts by place and popularity.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol DiscoveryReader {
    /// Returns the posts taken within a circle and a range, newest first.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID]

    /// Returns the posts not older than `since` with the highest ``Popularity`` at a time.
    ///
    /// The best come first; of equal scores, the newer do. Posts without likes and comments are
    /// omitted.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID]
}
