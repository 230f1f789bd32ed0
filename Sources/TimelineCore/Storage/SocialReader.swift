/// Queries on one snapshot of the shared data.
///
/// The queries are grouped by concept into smaller protocols, which a repository can implement one
/// by one. Queries never return removed users, deleted posts or pending changes. Lists of users are
/// ordered by displayed username. With a limit of 0 or below, a query returns an empty list.
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
    BlobReferenceReader, TagReader, SearchReader, DiscoveryReader
{}
