/// A change to the shared data, made by its author.
///
/// Shared data is written only through changes.
///
/// The stamp identifies the change and determines its order. Each settable value is an LWW
/// register, in which the newest stamp wins. The stamp of an added post or comment is also its ID.
/// Two different changes never share a stamp. A batch that violates this rule for posts or comments
/// is rejected.
///
/// ```swift
/// let follow = Change(stamp: stamp, author: leia, action: .followed(han))
/// try await owner.apply([follow])
/// ```
public struct Change: Hashable, Sendable {
    /// The ID of the change, which includes the creation time.
    public let stamp: PushID
    /// The ID of the user that made the change.
    public let author: User.ID
    /// The action that the change performs.
    public let action: Action

    /// Creates a change.
    public init(stamp: PushID, author: User.ID, action: Action) {
        self.stamp = stamp
        self.author = author
        self.action = action
    }

    /// The actions that a change can perform.
    public enum Action: Hashable, Sendable {
        /// Sets fields of the author's profile.
        case profileUpdated(ProfileUpdate)
        /// Removes the author and everything they posted, wrote, liked and followed.
        case profileRemoved
        /// Adds a post.
        ///
        /// The stamp of the change becomes the ID of the post.
        case postAdded(Post.Content)
        /// Sets the caption of a post.
        case captionEdited(Post.ID, caption: String)
        /// Sets the place of a post, or clears it if `place` is `nil`.
        case placeEdited(Post.ID, place: Place?)
        /// Sets the description of the photo at the given index in a post, or clears it if `alt` is
        /// `nil`.
        case altEdited(Post.ID, photo: Int, alt: String?)
        /// Deletes a post along with its comments and likes.
        case postDeleted(Post.ID)
        /// Adds a comment with 1 to 2,200 characters to a post.
        ///
        /// The stamp of the change becomes the ID of the comment.
        case commentAdded(Post.ID, text: String)
        /// Deletes a comment.
        case commentDeleted(Comment.ID)
        /// Likes a post.
        case liked(Post.ID)
        /// Removes the author's like from a post.
        case unliked(Post.ID)
        /// Follows a user.
        case followed(User.ID)
        /// Stops following a user.
        case unfollowed(User.ID)
    }
}
