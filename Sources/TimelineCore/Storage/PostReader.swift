/// Queries for posts and their likes.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol PostReader {
    /// Returns the existing posts among `ids`, in that order, as `viewer` sees them.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView]

    /// Returns the posts of one author within a range, newest first.
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID]

    /// Returns all posts within a range, newest first.
    func postIDs(in range: PostRange) throws -> [Post.ID]

    /// Returns the posts with an ID that ends with `text`, in ascending order.
    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID]
}

extension PostReader {
    /// Returns the post with an ID, as `viewer` sees it.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func post(_ id: Post.ID, for viewer: User.ID?) throws -> PostView? {
        try posts([id], for: viewer).first
    }
}
