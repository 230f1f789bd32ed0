/// An LWW register: a value that records set.
///
/// Only the highest of these records by (stamp, ID) is live.
public enum RecordRegister: Hashable, Sendable {
    /// Whether a user has left.
    case left(User.ID)
    /// A field of a user's profile.
    case profile(User.ID, ProfileSetting.Field)
    /// The content of a post.
    case post(Post.ID)
    /// A comment.
    case comment(Comment.ID)
    /// Whether a user likes a post.
    case like(User.ID, post: Post.ID)
    /// Whether a user follows another.
    case follow(User.ID, of: User.ID)
    /// The deletion of a post.
    case deletedPost(Post.ID)
    /// The deletion of a comment by its author.
    case deletedComment(Comment.ID)
    /// The hiding of a comment by the author of a post.
    ///
    /// It is separate from ``deletedComment(_:)``. Otherwise, the author of the comment could
    /// replace the hiding with a deletion, and then invalidate the deletion by revoking a key.
    case hiddenComment(Comment.ID, post: Post.ID)

    /// Creates the register that a record sets.
    ///
    /// Returns `nil` for key records and unknown kinds, all of which are live.
    public init?(of body: RecordBody) {
        switch body.content {
        case .keyAdded, .keyRevoked, .unknown: return nil
        case .accountDeleted: self = .left(body.author)
        case .profileSet(let setting): self = .profile(body.author, setting.field)
        case .postSet(let post, _): self = .post(post.id)
        case .postDeleted(let post): self = .deletedPost(post.id)
        case .commentAdded: self = .comment(Comment.ID(body.stamp))
        case .commentDeleted(let comment, _): self = .deletedComment(comment.id)
        case .commentHidden(let comment, let post): self = .hiddenComment(comment, post: post.id)
        case .liked(let post), .unliked(let post): self = .like(body.author, post: post.id)
        case .followed(let user), .unfollowed(let user): self = .follow(body.author, of: user)
        }
    }

    /// The key under which a store looks up the register's record.
    ///
    /// It consists of one byte for the kind and the bytes of the IDs, so the keys of one user's
    /// follows have a common prefix.
    public var key: [UInt8] {
        switch self {
        case .left(let user): [1] + user.bytes
        case .profile(let user, let field): [2] + user.bytes + [UInt8(field.rawValue)]
        case .post(let post): [3] + post.bytes
        case .comment(let comment): [4] + comment.bytes
        case .like(let user, let post): [5] + user.bytes + post.bytes
        case .follow(let user, let followed): Self.followPrefix(of: user) + followed.bytes
        case .deletedPost(let post): [7] + post.bytes
        case .deletedComment(let comment): [8] + comment.bytes
        case .hiddenComment(let comment, let post): [9] + comment.bytes + post.bytes
        }
    }

    /// Returns the bytes with which the keys of a user's follows begin.
    public static func followPrefix(of user: User.ID) -> [UInt8] {
        followPrefix + user.bytes
    }

    /// The byte with which the keys of all follows begin.
    ///
    /// The IDs of the follower and of the followed user come after it.
    public static let followPrefix: [UInt8] = [6]
}
