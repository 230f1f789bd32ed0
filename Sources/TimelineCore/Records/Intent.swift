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

extension Intent {
    /// Checks that every value is within its limits.
    ///
    /// - Parameter author: The user whose intent it is.
    /// - Throws: The ``TimelineError`` for the first invalid value.
    func validate(by author: User.ID) throws(TimelineError) {
        switch self {
        case .profileUpdated(let update): try update.validate()
        case .postAdded(let content): try content.validate()
        case .captionEdited(_, let caption): try TextField.caption.check(caption)
        case .placeEdited(_, let place): try place?.validate()
        case .altEdited(_, let photo, let alt):
            guard (0..<Post.photoCount.upperBound).contains(photo) else {
                throw .photoCountRefused(photo + 1)
            }
            try TextField.alt.check(alt)
        case .commentAdded(_, let text): try TextField.comment.checkFilled(text)
        case .followed(let user) where user == author,
            .unfollowed(let user) where user == author:
            throw .selfFollow
        case .postDeleted, .commentDeleted, .liked, .unliked, .followed, .unfollowed: break
        }
    }
}
