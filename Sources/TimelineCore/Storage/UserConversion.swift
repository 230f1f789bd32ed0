public import TimelineRecords

/// New IDs for a user and for posts and comments.
///
/// A user without keys has a random ID, and push IDs that prove nothing. With keys, the user's ID
/// is derived from the root key, and the IDs of posts and comments are bound to the user. A repair
/// of records dated in the future uses the same type, without changing the user's ID.
public struct UserConversion: Hashable, Sendable {
    /// The user's old ID, which is random.
    public let former: User.ID
    /// The user's new ID, which is derived from the root key.
    ///
    /// It may be equal to ``former``.
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
        from former: User.ID,
        to user: User.ID,
        posts: [Post.ID: Post.ID],
        comments: [Comment.ID: Comment.ID],
        removing removedRecords: Set<RecordID> = []
    ) {
        self.former = former
        self.user = user
        self.posts = posts
        self.comments = comments
        self.removedRecords = removedRecords
    }
}
