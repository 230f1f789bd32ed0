/// The content of a record: the change that it makes, such as a new post or a like.
public enum RecordContent: Hashable, Sendable {
    /// Adds a device of the author.
    case keyAdded(DeviceCertificate)
    /// Revokes one of the author's device keys, or is a part of such a revocation.
    case keyRevoked(KeyRevocation)
    /// Sets a field of the author's profile.
    case profileSet(ProfileSetting)
    /// Removes the author and everything they posted or wrote.
    case accountDeleted
    /// Adds a post if the stamp of the record is the ID of the post, or replaces its content if the
    /// stamp is higher.
    case postSet(BoundID<Post>, Post.Content)
    /// Deletes a post by the author, along with all replies.
    case postDeleted(BoundID<Post>)
    /// Adds a comment to a post.
    ///
    /// The ID of the comment is the stamp of the record, which `nonce` binds to the author.
    case commentAdded(nonce: Nonce, post: BoundID<Post>, text: String)
    /// Deletes a comment by the author.
    case commentDeleted(BoundID<Comment>, post: BoundID<Post>)
    /// Hides a comment on a post by the author.
    case commentHidden(Comment.ID, post: BoundID<Post>)
    /// Likes a post.
    case liked(BoundID<Post>)
    /// Removes the author's like from a post.
    case unliked(BoundID<Post>)
    /// Follows a user.
    case followed(User.ID)
    /// Stops following a user.
    case unfollowed(User.ID)
    /// Makes a statement of a kind that only later versions understand.
    ///
    /// Devices store and forward such records, but do not show them. `content` is the encoded
    /// content.
    case unknown(kind: UInt64, content: [UInt8])

    /// The kind of the record, or `nil` if this version does not know it.
    public var kind: RecordKind? {
        switch self {
        case .keyAdded: .keyAdded
        case .keyRevoked: .keyRevoked
        case .profileSet: .profileSet
        case .accountDeleted: .accountDeleted
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

    /// The number of the kind, whether or not this version knows it.
    package var kindNumber: UInt64 {
        if case .unknown(let number, _) = self { number } else { kind?.rawValue ?? 0 }
    }

    /// The user that the record follows or stops following, or `nil` for any other record.
    package var followedUser: User.ID? {
        switch self {
        case .followed(let user), .unfollowed(let user): user
        default: nil
        }
    }

    /// Whether the root key signs the record.
    public var isSignedByRoot: Bool { kind?.isSignedByRoot == true }
}

/// The kinds of records that this version knows, with their numbers as raw values.
public enum RecordKind: UInt64, CaseIterable, Hashable, Sendable {
    /// Adds a device of the author. Signed by the root key.
    case keyAdded = 1
    /// Revokes one of the author's device keys.
    ///
    /// Signed by the root key.
    case keyRevoked = 2
    /// Sets a field of the author's profile.
    case profileSet = 3
    /// Removes the author and everything they posted or wrote. Signed by the root key.
    case accountDeleted = 4
    /// Adds or edits a post.
    case postSet = 5
    /// Deletes a post.
    case postDeleted = 6
    /// Adds a comment.
    case commentAdded = 7
    /// Deletes a comment that the author wrote.
    case commentDeleted = 8
    /// Hides a comment on a post by the author.
    case commentHidden = 9
    /// Likes a post.
    case liked = 10
    /// Removes the author's like from a post.
    case unliked = 11
    /// Follows a user.
    case followed = 12
    /// Stops following a user.
    case unfollowed = 13

    /// Whether the root key signs records of this kind.
    ///
    /// Device keys sign all other records, including those of unknown kinds.
    public var isSignedByRoot: Bool {
        switch self {
        case .keyAdded, .keyRevoked, .accountDeleted: true
        case .profileSet, .postSet, .postDeleted, .commentAdded, .commentDeleted, .commentHidden,
            .liked, .unliked, .followed, .unfollowed:
            false
        }
    }

    /// Whether records of this kind introduce their author: they add or revoke a key, set a profile
    /// field, or delete the account.
    ///
    /// Such records accompany their author's replies.
    package var introducesAuthor: Bool {
        switch self {
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted: true
        case .postSet, .postDeleted, .commentAdded, .commentDeleted, .commentHidden, .liked,
            .unliked, .followed, .unfollowed:
            false
        }
    }

    /// Whether records of this kind remove a post, a comment or a like.
    package var isDeletion: Bool {
        switch self {
        case .postDeleted, .commentDeleted, .commentHidden, .unliked: true
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postSet, .commentAdded, .liked,
            .followed, .unfollowed:
            false
        }
    }

    /// Whether a deletion can remove records of this kind, or has removed what they concerned: all
    /// that concern posts, and the one that states that its author has deleted their account.
    package var concernsDeletions: Bool {
        switch self {
        case .accountDeleted, .postSet, .postDeleted, .commentAdded, .commentDeleted,
            .commentHidden,
            .liked, .unliked:
            true
        case .keyAdded, .keyRevoked, .profileSet, .followed, .unfollowed: false
        }
    }

    /// Whether records of this kind can concern a post by another user.
    package var isReply: Bool {
        switch self {
        case .commentAdded, .commentDeleted, .liked, .unliked: true
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postSet, .postDeleted,
            .commentHidden,
            .followed, .unfollowed:
            false
        }
    }

    /// Whether records of this kind concern a post without adding, editing or deleting it.
    package var isOnPost: Bool {
        switch self {
        case .commentAdded, .commentDeleted, .commentHidden, .liked, .unliked: true
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postSet, .postDeleted,
            .followed, .unfollowed:
            false
        }
    }
}

/// A new value of one field of a profile.
///
/// Each field is a separate LWW register.
public enum ProfileSetting: Hashable, Sendable {
    /// Sets the username.
    case username(Username)
    /// Sets the display name; `nil` clears it.
    case displayName(String?)
    /// Sets the self-description; `nil` clears it.
    case bio(String?)
    /// Sets the URL of the user's website; `nil` clears it.
    case url(String?)
    /// Sets the avatar; `nil` clears it.
    case photo(Photo?)

    /// A field of a profile, with its number as the raw value.
    public enum Field: UInt64, CaseIterable, Hashable, Sendable {
        /// The username.
        case username = 1
        /// The display name.
        case displayName = 2
        /// The self-description.
        case bio = 3
        /// The URL of the user's website.
        case url = 4
        /// The avatar.
        case photo = 5
    }

    /// The field that is set.
    package var field: Field {
        switch self {
        case .username: .username
        case .displayName: .displayName
        case .bio: .bio
        case .url: .url
        case .photo: .photo
        }
    }
}

extension ProfileUpdate {
    /// Creates the update of the one field that a record sets.
    ///
    /// Returns `nil` for a username that is not valid in this version.
    package init(_ setting: ProfileSetting) {
        self.init()
        switch setting {
        case .username(let username): self.username = username
        case .displayName(let text): displayName = Self.field(text)
        case .bio(let text): bio = Self.field(text)
        case .url(let text): url = Self.field(text)
        case .photo(let photo): avatar = Self.field(photo)
        }
    }

    /// The single-field settings that together have the same effect, in the order of their field
    /// numbers.
    package var settings: [ProfileSetting] {
        var settings: [ProfileSetting] = []
        if let username { settings.append(.username(username)) }
        if let displayName { settings.append(.displayName(displayName.value)) }
        if let bio { settings.append(.bio(bio.value)) }
        if let url { settings.append(.url(url.value)) }
        switch avatar {
        case .set(let photo): settings.append(.photo(photo))
        case .cleared: settings.append(.photo(nil))
        case nil: break
        }
        return settings
    }

    private static func field<Value>(_ value: Value?) -> Field<Value> {
        value.map { .set($0) } ?? .cleared
    }
}
