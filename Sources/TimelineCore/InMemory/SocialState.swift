/// The shared data, in dictionaries; the questions and the changes are extensions.
struct SocialState: Sendable {
    var users: [User.ID: UserRecord] = [:]

    var claims: [Username: Set<User.ID>] = [:]
    var posts: [Post.ID: PostRecord] = [:]
    var allPosts = SortedIDs<Post>()
    var postsByAuthor: [User.ID: SortedIDs<Post>] = [:]
    var comments: [Comment.ID: Comment] = [:]
    var commentsByPost: [Post.ID: SortedIDs<Comment>] = [:]
    var likes: [Post.ID: [User.ID: LWWRegister<Bool>]] = [:]
    var following: [User.ID: [User.ID: LWWRegister<Bool>]] = [:]
    var followers: [User.ID: Set<User.ID>] = [:]
    var deletedPosts: Set<Post.ID> = []
    var deletedComments: Set<Comment.ID> = []
    var waiting: [Dependency: Set<Change>] = [:]
    var newest = PushID.min
    var newestByAuthor: [User.ID: PushID] = [:]
    /// The present IDs of posts and comments that were moved, by their old IDs.
    var movedIDs: [PushID: PushID] = [:]
    var epoch = 0
}

/// What a change waits for.
enum Dependency: Hashable, Sendable {
    case user(User.ID)
    case post(Post.ID)
}

/// A user's profile as registers, with the counts kept.
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

    /// Whether the user is there to be seen: the name has come and the user has not left.
    var isKnown: Bool { username != nil && !isRemoved }
}

/// A post with its editable caption and the counts kept.
struct PostRecord: Sendable {
    var post: Post
    var caption: LWWRegister<String>
    var likeCount = 0
    var commentCount = 0

    /// Whether the post was added with other content; an edited caption tells nothing of the first.
    func differs(from content: Post.Content) -> Bool {
        let isEdited = caption.stamp != post.id.pushID
        return !post.content.photos.areSame(as: content.photos)
            || post.content.place != content.place
            || !isEdited && caption.value != content.caption
    }
}

/// Identifiers in ascending order.
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

    /// The position of the first identifier that is not below `id`.
    func index(of id: PushIdentifier<Subject>) -> Int {
        var low = 0
        var high = ids.count
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension SortedIDs<Post> {
    /// The identifiers within a range, newest first.
    func ids(in range: PostRange) -> [Post.ID] {
        ids[..<index(of: range.before)].reversed().prefix(range.limit)
            .prefix { $0 > range.lowerBound }
    }
}
