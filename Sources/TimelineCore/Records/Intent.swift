/// What a local user wants to say: the input from which the engine mints one or more records.
///
/// The engine checks every value, the session and the permissions, and signs the records with the
/// user's device key.
public enum Intent: Hashable, Sendable {
    /// Sets fields of the author's profile.
    case profileUpdated(ProfileUpdate)
    /// Adds a post.
    ///
    /// The stamp of its record is the ID of the post.
    case postAdded(Post.Content)
    /// Changes the caption, the place or the photo descriptions of a post.
    ///
    /// An edit that changes nothing says nothing.
    case postEdited(Post.ID, PostEdit)
    /// Deletes a post along with its comments and likes.
    case postDeleted(Post.ID)
    /// Adds a comment with 1 to 2,200 characters to a post.
    ///
    /// The stamp of its record is the ID of the comment.
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
