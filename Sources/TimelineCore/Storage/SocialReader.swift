/// Queries on one snapshot of the shared data.
///
/// The queries are grouped by subject into smaller protocols, which a repository can implement one
/// by one. Two more queries return complete pages: ``postPage(_:newestComments:for:)`` and
/// ``profilePage(of:limit:for:)``. Their default implementations combine the smaller queries. A
/// repository that needs a round trip to a server for each query can implement these two queries
/// itself.
///
/// Queries never return removed users, deleted posts, or records without an effect. Lists of users are ordered
/// by displayed username. If the limit is 0 or negative, a query returns an empty list.
///
/// ```swift
/// let captions = try repository.read { reader in
///     let ids = try reader.postIDs(.all, in: PostRange(limit: 10))
///     return try reader.posts(ids, for: nil).map(\.caption)
/// }
/// ```
///
/// - Note: Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SocialReader: StampReader, UserReader, PostReader, TimelineReader, CommentReader,
    BlobReferenceReader, SearchReader, ActivityReader, RecordReader
{
    /// Returns a post with its comments.
    ///
    /// - Parameters:
    ///   - id: The ID of the post.
    ///   - limit: The maximum number of comments, or `nil` for all. The newest comments are
    ///     returned.
    ///   - viewer: The viewer of the post, or `nil` for a guest.
    /// - Returns: The post page, or `nil` if the post does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func postPage(
        _ id: Post.ID,
        newestComments limit: Int?,
        for viewer: User.ID?
    ) throws -> PostPage?

    /// Returns a user's profile with the user's newest posts.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - limit: The maximum number of posts.
    ///   - viewer: The viewer of the profile, or `nil` for a guest.
    /// - Returns: The profile page, or `nil` if the user does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func profilePage(of user: User.ID, limit: Int, for viewer: User.ID?) throws -> ProfilePage?
}
