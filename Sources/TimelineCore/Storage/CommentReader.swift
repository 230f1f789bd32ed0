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

    /// Returns the newest comments on a post, oldest first.
    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView]

    /// Returns the newest comments on each of the given posts.
    ///
    /// The comments on each post are sorted from oldest to newest. Posts without comments have no
    /// entry.
    func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]]

    /// Returns the IDs of an author's comments in ascending order, starting after the given comment,
    /// if any.
    func commentIDs(by author: User.ID, after: Comment.ID?, limit: Int) throws -> [Comment.ID]

    /// Returns the comment IDs that end with `text`, in ascending order.
    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID]
}

extension CommentReader {
    /// Returns the newest comments on each of the given posts, with one query per post.
    public func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]] {
        try posts.reduce(into: [:]) { answer, post in
            let comments = try newestComments(on: post, limit: limit)
            answer[post] = comments.isEmpty ? nil : comments
        }
    }
}
