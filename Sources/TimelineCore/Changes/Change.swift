/// What an author did, as a value: the only thing that a repository's shared data is written by.
///
/// The stamp names the change and orders it against others: what is set keeps the newest stamp's
/// value. For a post, a comment or a like the stamp is also its identifier. Two different changes
/// never share a stamp; a batch that breaks this for posts or comments is refused.
public struct Change: Hashable, Sendable, Codable {
    /// Names the change and tells when it was made.
    public let stamp: PushID
    /// Who did it.
    public let author: User.ID
    /// What was done.
    public let action: Action

    /// Makes a change of its parts.
    public init(stamp: PushID, author: User.ID, action: Action) {
        self.stamp = stamp
        self.author = author
        self.action = action
    }

    /// What an author can do.
    public enum Action: Hashable, Sendable, Codable {
        /// Some fields of the author's profile were set.
        case profileUpdated(ProfileUpdate)
        /// The author left, and everything by the author with them.
        case profileRemoved
        /// The post that the stamp names was shared.
        case postAdded(Post.Content)
        /// A post has this caption now.
        case captionEdited(Post.ID, caption: String)
        /// A post was deleted, with its comments and likes.
        case postDeleted(Post.ID)
        /// The comment that the stamp names was written under a post.
        case commentAdded(Post.ID, text: String)
        /// A comment was deleted.
        case commentDeleted(Comment.ID)
        /// The author likes a post.
        case liked(Post.ID)
        /// The author likes a post no longer.
        case unliked(Post.ID)
        /// The author follows a user.
        case followed(User.ID)
        /// The author follows a user no longer.
        case unfollowed(User.ID)
    }
}
