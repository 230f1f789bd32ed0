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

    /// Returns an author's posts within a range, newest first.
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID]

    /// Returns all posts within a range, newest first.
    func postIDs(in range: PostRange) throws -> [Post.ID]

    /// Returns the post IDs that end with `text`, in ascending order.
    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID]
}

extension PostReader {
    /// Returns the post with the given ID as `viewer` sees it, or `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func post(_ id: Post.ID, for viewer: User.ID?) throws -> PostView? {
        try posts([id], for: viewer).first
    }
}
