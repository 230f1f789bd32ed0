/// The content of a record: the change that it makes, such as a new post or a like.
public enum RecordContent: Hashable, Sendable {
    /// Adds a device of the author.
    case keyAdded(DeviceCertificate)
    /// Revokes one of the author's device keys, or is a part of such a revocation.
    case keyEnded(KeyRevocation)
    /// Sets a field of the author's profile.
    case profileSet(ProfileSetting)
    /// Removes the author and everything they posted or wrote.
    case userLeft
    /// Adds a post if the stamp of the record is the ID of the post, or replaces its content if the
    /// stamp is higher.
    case postSet(BoundID, PostContent)
    /// Deletes a post by the author, along with all replies.
    case postDeleted(BoundID)
    /// Adds a comment to a post.
    ///
    /// The ID of the comment is the stamp of the record, which `nonce` binds to the author.
    case commentAdded(nonce: IDNonce, post: BoundID, text: String)
    /// Deletes a comment by the author.
    case commentDeleted(BoundID, post: BoundID)
    /// Hides a comment on a post by the author.
    case commentHidden(RecordPushID, post: BoundID)
    /// Likes a post.
    case liked(BoundID)
    /// Removes the author's like from a post.
    case unliked(BoundID)
    /// Follows a user.
    case followed(RecordUserID)
    /// Stops following a user.
    case unfollowed(RecordUserID)
    /// Makes a statement of a kind that only later versions understand.
    ///
    /// Devices store and forward such records, but do not show them. `content` is the encoded
    /// content.
    case unknown(kind: UInt64, content: [UInt8])

    /// The kind of the record, or `nil` if this version does not know it.
    public var kind: RecordKind? {
        switch self {
        case .keyAdded: .keyAdded
        case .keyEnded: .keyEnded
        case .profileSet: .profileSet
        case .userLeft: .userLeft
        case .postSet: .postSet
        case .postDeleted: .postDeleted
        case .commentAdded: .commentAdded
        case .commentDeleted: .commentDeleted
        case .commentHidden: .commentHidden
        case .liked: .liked
        case .unliked: .unliked
        case .followed: .followed
        case .unfollowed: .unfollowed
        case .unknown: nil
        }
    }

    /// The user that the record follows or stops following, or `nil` for any other record.
    public var followedUser: RecordUserID? {
        switch self {
        case .followed(let user), .unfollowed(let user): user
        default: nil
        }
    }

    /// Whether the root key signs the record.
    public var isSignedByRoot: Bool { kind?.isSignedByRoot == true }
}
