public import Foundation

/// Queries on one snapshot of the shared data.
///
/// Queries never return removed users, deleted posts or pending changes. Lists of users are ordered
/// by displayed username. With a limit of 0 or below, a query returns an empty list.
///
/// - Note: Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SocialReader {
    /// Returns the newest stamp applied, or ``PushID/min`` if there is none.
    func newestStamp() throws -> PushID

    /// Returns the newest stamp of an author, or ``PushID/min`` if there is none.
    ///
    /// Pending changes and changes of removed users count. The author's next ID or stamp is minted
    /// above it.
    func newestStamp(of author: User.ID) throws -> PushID

    /// Returns the present IDs of posts and comments moved from IDs with this ending.
    ///
    /// They are in the order of the old IDs.
    func movedIDs(endingWith text: String, limit: Int) throws -> [PushID]

    // MARK: Users

    /// Returns the user with an ID.
    func user(_ id: User.ID) throws -> User?

    /// Returns the user with a displayed username, ignoring case.
    func user(withUsername username: String) throws -> User?

    /// Returns a user's profile as `viewer` sees it.
    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView?

    /// Returns one page of users.
    func users(_ query: UserQuery) throws -> [User]

    // MARK: Posts

    /// Returns the existing posts among `ids`, in that order, as `viewer` sees them.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView]

    /// Returns the posts of one author within a range, newest first.
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID]

    /// Returns all posts within a range, newest first.
    func postIDs(in range: PostRange) throws -> [Post.ID]

    /// Returns the posts with an ID that ends with `text`, in ascending order.
    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID]

    // MARK: The home timeline

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

    // MARK: Comments, likes, photos

    /// Returns the comment with an ID.
    func comment(_ id: Comment.ID) throws -> Comment?

    /// Returns the comments on a post after a comment, or from the first, oldest first.
    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView]

    /// Returns the newest comments on a post, oldest first.
    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView]

    /// Returns the comments with an ID that ends with `text`, in ascending order.
    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID]

    /// Returns the users that like a post, ordered by displayed username.
    func likers(of post: Post.ID, limit: Int) throws -> [User]

    /// Returns whether a post, an avatar or a pending change references a blob.
    func isReferenced(_ blob: BlobID) throws -> Bool

    /// Returns the blobs referenced by changes that are pending until the user's profile arrives.
    func pendingBlobs(of author: User.ID) throws -> [BlobID]

    /// Returns the newest posts that reference a blob.
    func postIDs(referencing blob: BlobID, limit: Int) throws -> [Post.ID]

    /// Returns whether a visible post or a visible user's avatar references a blob.
    ///
    /// - Parameters:
    ///   - blob: The blob.
    ///   - user: The only author and user to consider; `nil` for everyone.
    /// - Returns: Whether the blob is shown.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool

    /// Returns all blobs that a post, an avatar or a pending change references.
    func referencedBlobs() throws -> Set<BlobID>

    // MARK: Search and discovery

    /// Returns the posts with a tag within a range, newest first.
    ///
    /// A post has the tags of its caption and of its author's own comments.
    func postIDs(tagged tag: Tag, in range: PostRange) throws -> [Post.ID]

    /// Returns the tags that start with a normalized prefix, most used first, then in byte order.
    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount]

    /// Returns the texts older than `before` that mention a displayed username, newest first.
    func texts(mentioning username: String, before: TextID, limit: Int) throws -> [TextID]

    /// Returns the words of captions and comments that start with a normalized prefix, most
    /// frequent first, then in byte order.
    func words(startingWith prefix: String, limit: Int) throws -> [String]

    /// Returns the texts older than `before` and not older than `oldest` that match, newest first.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID]

    /// Returns the posts taken within a circle and a range, newest first.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID]

    /// Returns the posts not older than `since` with the highest ``Popularity`` at a time.
    ///
    /// The best come first; of equal scores, the newer do. Posts without likes and comments are
    /// omitted.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID]
}

extension SocialReader {
    /// Returns the post with an ID, as `viewer` sees it.
    public func post(_ id: Post.ID, for viewer: User.ID?) throws -> PostView? {
        try posts([id], for: viewer).first
    }
}
