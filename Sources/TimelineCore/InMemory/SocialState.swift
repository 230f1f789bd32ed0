import TimelineRecords

/// The shared data of an in-memory repository, stored in dictionaries.
///
/// The queries and changes are implemented in extensions.
struct SocialState: Sendable {
    var users: [User.ID: UserRecord] = [:]
    /// The users with an account.
    var localUsers: Set<User.ID> = []
    /// The users that each user has muted.
    var muted: [User.ID: Set<User.ID>] = [:]
    /// The newest block or unblock of each user by each user with an account.
    var blocks: [User.ID: [User.ID: Block]] = [:]
    /// The users who claim each username.
    var claims: [Username: Set<User.ID>] = [:]
    var posts: [Post.ID: PostRecord] = [:]
    var allPosts = SortedIDs<Post>()
    var postsByAuthor: [User.ID: SortedIDs<Post>] = [:]
    var comments: [Comment.ID: Comment] = [:]
    /// The arrival numbers of comments.
    var commentArrivals: [Comment.ID: Int] = [:]
    var commentsByPost: [Post.ID: SortedIDs<Comment>] = [:]
    var likes: [Post.ID: [User.ID: LWWRegister<Bool>]] = [:]
    /// The arrival numbers of likes.
    ///
    /// Each number is the epoch of the commit that last changed the like, or 0 if the change was
    /// not treated as news.
    var likeArrivals: [Post.ID: [User.ID: Int]] = [:]
    var following: [User.ID: [User.ID: LWWRegister<Bool>]] = [:]
    /// The arrival numbers of follows.
    var followArrivals: [User.ID: [User.ID: Int]] = [:]
    var followers: [User.ID: Set<User.ID>] = [:]
    var deletedPosts: Set<Post.ID> = []
    var deletedComments: Set<Comment.ID> = []
    /// Changes that refer to users or posts that do not exist yet.
    var pending: [Dependency: Set<Change>] = [:]
    /// The live records.
    var records: [RecordID: VerifiedRecord] = [:]
    /// The epochs of the commits that added the live records.
    var recordArrivals: [RecordID: Int] = [:]
    /// The live records of LWW registers.
    var registers: [RecordRegister: VerifiedRecord] = [:]
    /// The live records that concern users or posts that do not exist yet.
    var pendingRecords: [Dependency: Set<RecordID>] = [:]
    /// 16 random bytes that are replaced whenever the live records change.
    var token = SocialState.newToken()
    var newest = PushID.min
    var newestByAuthor: [User.ID: PushID] = [:]
    /// The current IDs of moved posts and comments, by their old IDs.
    var movedIDs: [PushID: PushID] = [:]
    /// The number of commits, which serves as the epoch.
    var commitCount = 0
    /// The batch being applied, or an empty one.
    var batch = CheckedBatch.empty
}

/// A user's profile, stored as LWW registers, and the user's stored counts.
struct UserRecord: Sendable {
    var username: LWWRegister<Username>?
    var displayName: LWWRegister<String?>?
    var bio: LWWRegister<String?>?
    var url: LWWRegister<String?>?
    var avatar: LWWRegister<Photo?>?
    var isRemoved = false
    var postCount = 0
    var followerCount = 0
    var followingCount = 0

    /// Whether queries return the user.
    ///
    /// Queries omit removed users and users without a username.
    var isVisible: Bool { username != nil && !isRemoved }
}

/// A post with its caption as an LWW register, the stamps of its other registers, and its stored
/// counts.
struct PostRecord: Sendable {
    var post: Post
    var caption: LWWRegister<String>
    /// The epoch of the commit that added the post, or `nil` if the post was too old to be news.
    var arrival: Int?
    var likeCount = 0
    var commentCount = 0

    /// The stamp of the last edit of the place, or `nil` if the place was never edited.
    var placeStamp: PushID?
    /// The stamps of the last edits of photo descriptions, by photo index.
    var altStamps: [Int: PushID] = [:]

    /// The edited parts of the post.
    ///
    /// Their original values are unknown.
    var edits: Post.Edits {
        Post.Edits(
            caption: caption.stamp != post.id.pushID,
            place: placeStamp != nil,
            alts: Set(altStamps.keys)
        )
    }
}

/// IDs in ascending order.
struct SortedIDs<Subject>: Sendable {
    private(set) var ids: [PushIdentifier<Subject>] = []

    mutating func insert(_ id: PushIdentifier<Subject>) {
        let index = index(of: id)
        guard index == ids.endIndex || ids[index] != id else { return }
        ids.insert(id, at: index)
    }

    mutating func remove(_ id: PushIdentifier<Subject>) {
        let index = index(of: id)
        guard index < ids.endIndex, ids[index] == id else { return }
        ids.remove(at: index)
    }

    /// Returns the index of the first ID that is not lower than `id`.
    func index(of id: PushIdentifier<Subject>) -> Int {
        ids.partitioningIndex { $0 >= id }
    }
}

extension SortedIDs<Post> {
    /// Returns the IDs in the given range, newest first.
    func ids(in range: PostRange) -> [Post.ID] {
        ids[..<index(of: range.before)].reversed().prefix(range.limit)
            .prefix { $0 > range.lowerBound }
    }
}
