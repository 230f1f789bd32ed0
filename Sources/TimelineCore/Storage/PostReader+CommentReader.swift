public import Foundation

/// Queries for posts and their likes.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol PostReader {
    /// Returns those of the given posts that exist, in the given order and as `viewer` sees them.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView]

    /// Returns the numbers of comments and likes on a post by users with an account in this store.
    ///
    /// For a post that does not exist, both are 0.
    func localCounts(of post: Post.ID) throws -> (comments: Int, likes: Int)

    /// Returns the posts of a selection within a range, newest first.
    func postIDs(_ selection: PostSelection, in range: PostRange) throws -> [Post.ID]

    /// Returns posts that a user likes, in the order of the likes' stamps.
    ///
    /// - Parameters:
    ///   - user: The ID of the user.
    ///   - stamp: The stamp beyond which the list starts, which need not be that of a like.
    ///   - isAscending: Whether the list continues with later likes, instead of earlier ones.
    ///   - limit: The maximum number of posts.
    /// - Returns: The posts and the stamps of the likes. Equal stamps are in the order of the posts.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func likes(
        by user: User.ID,
        beyond stamp: PushID,
        ascending isAscending: Bool,
        limit: Int
    ) throws -> [(post: Post.ID, stamp: PushID)]

    /// Returns the most popular posts at the given time, omitting posts older than `since`.
    ///
    /// The posts are in descending order of ``Popularity/score``. If scores are equal, newer posts
    /// come first. Posts without likes and comments are omitted.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID]

    /// Returns the IDs of all posts or of all comments that end with `text`, in ascending order.
    func pushIDs(of kind: ItemKind, endingWith text: String, limit: Int) throws -> [PushID]
}

extension PostReader {
    /// Returns the post with the given ID as `viewer` sees it, or `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func post(_ id: Post.ID, for viewer: User.ID?) throws -> PostView? {
        try posts([id], for: viewer).first
    }
}

/// What some posts have in common.
public enum PostSelection: Hashable, Sendable {
    /// Nothing: all posts.
    case all
    /// The author.
    case by(User.ID)
    /// A tag in the caption or in the author's own comments.
    case tagged(Tag)
    /// A place within a circle.
    case near(SearchArea)
    /// A place whose ID is this number, which is not negative.
    case placeNumber(Int64)
    /// A photo with this public copy or preview.
    case showing(BlobID)
}

extension PostSelection {
    /// Returns the selection of the posts at a place.
    package static func at(_ place: Place.ID) -> PostSelection { .placeNumber(place.number) }
}

/// A kind of items with IDs that can be abbreviated.
public enum ItemKind: Hashable, Sendable {
    /// Posts.
    case post
    /// Comments.
    case comment
}

/// Queries for comments.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol CommentReader {
    /// Returns the comment with the given ID, or `nil` if it does not exist.
    func comment(_ id: Comment.ID) throws -> Comment?

    /// Returns the comments on a post, oldest first.
    ///
    /// The list starts after the given comment, if any.
    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView]

    /// Returns the IDs of a user's comments within a range, newest first.
    ///
    /// The bounds of the range may also be IDs of posts, because the IDs of posts and comments have
    /// one order.
    func commentIDs(by author: User.ID, in range: PostRange) throws -> [Comment.ID]

    /// Returns the newest comments on each of the given posts.
    ///
    /// The comments on each post are sorted from oldest to newest. Posts without comments have no
    /// entry.
    func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]]
}

extension CommentReader {
    /// Returns the newest comments on a post, oldest first.
    public func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView] {
        try newestComments(onEach: [post], limit: limit)[post] ?? []
    }
}
