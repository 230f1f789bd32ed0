/// An LWW register: a value that records set.
///
/// Only the highest of these records is live.
enum Register: Hashable {
    case left(RecordUserID)
    case profile(RecordUserID, ProfileSetting.Field)
    case post(RecordPushID)
    case comment(RecordPushID)
    case like(RecordUserID, post: RecordPushID)
    case follow(RecordUserID, of: RecordUserID)
    case deletedPost(RecordPushID)
    /// The deletion of a comment by its author.
    case deletedComment(RecordPushID)
    /// The hiding of a comment by the author of a post.
    ///
    /// It is separate from ``deletedComment(_:)``. Otherwise, the author of the comment could
    /// replace the hiding with a deletion, and then invalidate the deletion by ending a key.
    case hiddenComment(RecordPushID, post: RecordPushID)

    /// Creates the register that a record sets.
    ///
    /// Returns `nil` for key records and unknown kinds, all of which are live.
    init?(of body: RecordBody) {
        switch body.content {
        case .keyAdded, .keyEnded, .unknown: return nil
        case .userLeft: self = .left(body.author)
        case .profileSet(let setting): self = .profile(body.author, setting.field)
        case .postSet(let post, _): self = .post(post.id)
        case .postDeleted(let post): self = .deletedPost(post.id)
        case .commentAdded: self = .comment(body.stamp)
        case .commentDeleted(let comment, _): self = .deletedComment(comment.id)
        case .commentHidden(let comment, let post): self = .hiddenComment(comment, post: post.id)
        case .liked(let post), .unliked(let post): self = .like(body.author, post: post.id)
        case .followed(let user), .unfollowed(let user): self = .follow(body.author, of: user)
        }
    }
}
