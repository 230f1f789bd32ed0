/// Queries on one snapshot of the shared data.
///
/// The queries are grouped by concept into smaller protocols, which a repository can implement one
/// by one. Three more return whole answers: ``homePage(of:in:processorCount:)``,
/// ``postPage(_:newestComments:for:)`` and ``profilePage(of:limit:for:)``. Their default
/// implementations combine the small queries; a repository for which each query is a round trip to
/// a server implements them itself.
///
/// Queries never return removed users, deleted posts or pending changes. Lists of users are ordered
/// by displayed username. With a limit of 0 or below, a query returns an empty list.
///
/// ```swift
/// let captions = try repository.read { reader in
///     let ids = try reader.postIDs(in: PostRange(before: Post.ID(.max), limit: 10))
///     return try reader.posts(ids, for: nil).map(\.caption)
/// }
/// ```
///
/// - Note: Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SocialReader: StampReader, UserReader, PostReader, TimelineReader, CommentReader,
    BlobReferenceReader, TagReader, SearchReader, DiscoveryReader, ActivityReader
{
    /// Returns one page of the home timeline, or the shards in which to read it.
    ///
    /// - Parameters:
    ///   - viewer: The user whose home timeline to read.
    ///   - range: The range of the page.
    ///   - processorCount: The maximum number of shards.
    /// - Returns: `nil` if the viewer does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func homePage(
        of viewer: User.ID,
        in range: PostRange,
        processorCount: Int
    ) throws -> HomePage?

    /// Returns a post with its comments.
    ///
    /// - Parameters:
    ///   - id: The ID of the post, or the ID it had before it was moved.
    ///   - limit: The maximum number of comments, of which the newest are returned; `nil` for all.
    ///   - viewer: The user that sees the post; `nil` for a guest.
    /// - Returns: `nil` if the post does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func postPage(
        _ id: Post.ID,
        newestComments limit: Int?,
        for viewer: User.ID?
    ) throws -> PostPage?

    /// Returns a user's profile with the newest posts.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - limit: The maximum number of posts.
    ///   - viewer: The user that sees the profile; `nil` for a guest.
    /// - Returns: `nil` if the user does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func profilePage(of user: User.ID, limit: Int, for viewer: User.ID?) throws -> ProfilePage?
}
