/// The amount of a user's own data: the numbers of posts, photos, comments and likes, and the size
/// of the photos.
public struct UserSummary: Hashable, Sendable {
    /// The number of the user's posts.
    public let postCount: Int
    /// The number of photos in these posts.
    public let photoCount: Int
    /// The size of these photos in bytes: the sum of their public copies and previews.
    ///
    /// Originals are not included.
    public let photoByteCount: Int
    /// The number of comments that the user wrote.
    public let commentCount: Int
    /// The number of posts that the user likes.
    public let likeCount: Int

    /// Creates a summary.
    public init(
        postCount: Int,
        photoCount: Int,
        photoByteCount: Int,
        commentCount: Int,
        likeCount: Int
    ) {
        self.postCount = postCount
        self.photoCount = photoCount
        self.photoByteCount = photoByteCount
        self.commentCount = commentCount
        self.likeCount = likeCount
    }
}
