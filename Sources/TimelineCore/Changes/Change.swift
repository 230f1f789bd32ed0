/// An author's change to the shared data, as a value; the only way to write shared data.
///
/// The stamp identifies the change and orders it: each settable value is an LWW register, in which
/// the newest stamp wins. The stamp of an added post or comment is also its ID. Two different
/// changes never share a stamp; a batch that breaks this for posts or comments is rejected.
///
/// ```swift
/// let follow = Change(stamp: stamp, author: leia, action: .followed(han))
/// try await owner.apply([follow])
/// ```
public struct Change: Hashable, Sendable {
    /// The ID of the change, which contains its time.
    public let stamp: PushID
    /// The user that made the change.
    public let author: User.ID
    /// The action.
    public let action: Action

    /// Creates a change.
    public init(stamp: PushID, author: User.ID, action: Action) {
        self.stamp = stamp
        self.author = author
        self.action = action
    }

    /// The kinds of change.
    public enum Action: Hashable, Sendable {
        /// Sets fields of the author's profile.
        case profileUpdated(ProfileUpdate)
        /// Removes the author and everything they posted, wrote, liked and followed.
        case profileRemoved
        /// Adds a post, with the stamp as its ID.
        case postAdded(Post.Content)
        /// Sets the caption of a post.
        case captionEdited(Post.ID, caption: String)
        /// Sets the place of a post; `nil` clears it.
        case placeEdited(Post.ID, place: Place?)
        /// Sets the description of a photo of a post, which counts from 0; `nil` clears it.
        case altEdited(Post.ID, photo: Int, alt: String?)
        /// Deletes a post with its comments and likes.
        case postDeleted(Post.ID)
        /// Adds a comment to a post, with the stamp as its ID; 1 to 2,200 characters.
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
