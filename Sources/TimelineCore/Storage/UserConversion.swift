public import TimelineRecords

/// New IDs for posts and comments of a user whose records were dated in the future.
public struct UserConversion: Hashable, Sendable {
    /// The user.
    public let user: User.ID
    /// The new IDs of the user's posts, by their old IDs.
    public let posts: [Post.ID: Post.ID]
    /// The new IDs of comments, by their old IDs.
    public let comments: [Comment.ID: Comment.ID]
    /// The live records that the batch after the conversion replaces.
    ///
    /// They are removed without any effect on the shared data.
    public let removedRecords: Set<RecordID>

    /// Creates a conversion.
    public init(
        of user: User.ID,
        posts: [Post.ID: Post.ID],
        comments: [Comment.ID: Comment.ID],
        removing removedRecords: Set<RecordID>
    ) {
        self.user = user
        self.posts = posts
        self.comments = comments
        self.removedRecords = removedRecords
    }
}
