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
