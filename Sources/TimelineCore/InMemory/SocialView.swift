import Foundation

/// What readers see: the users, posts, comments, likes and follows that the live records state.
///
/// This is the definition of the shared data, to be read beside Docs/Protocol.md. Its section "The
/// live set" says which records count; `liveSet(of:)` is that section in code. This type says what
/// these records mean. It is a pure function of the live records and the users with an account: a
/// few loops over all records, without a memory of what was there before. Other repositories keep
/// the same values up to date record by record, and must give the same answers.
///
/// ## Effects
/// No two live records set the same register, so their order does not matter. A record has an
/// effect if everything that it needs is visible. Otherwise, the repository holds the record
/// without an effect, such as a reply whose post has not arrived.
///
/// | record | effect | needs |
/// |---|---|---|
/// | 3 username | its author is visible | nothing |
/// | 3 other profile field | the field | its author |
/// | 5 post | the post, with the content of its last edit | its author |
/// | 7 comment, 10 like | the comment or like | its author and the post |
/// | 12 follow | the follow | its author and the followed user |
/// | 11 unliked, 13 unfollowed | none: the record has replaced the like or follow | |
/// | 1, 2, 4, 6, 8, 9, unknown kinds | none: they only keep other records out of the live set | |
///
/// A user with a deleted account is not visible, because none of their records that set a username
/// is live. Counts are not stored: the number of likes of a post is the size of the set of its
/// likes.
///
/// ## Displayed usernames
/// Several users may claim one username. The first claim in the order of ``UsernameClaim`` receives
/// it, and the displayed usernames of the others have a suffix. This is the only value that depends
/// on private data: on the users with an account.
///
/// ## Arrival
/// A post, comment, like or follow arrives when the last record that it needs has arrived: it can be
/// read only from then on, and is new to everyone who has read before. Its arrival is therefore the
/// highest of its own record's and those of the records in the third column, where a user is the
/// record of their username. ``HeldRecord`` says when a record arrives.
struct SocialView: Sendable {
    /// The visible users.
    private(set) var users: [User.ID: ShownUser] = [:]
    /// The visible users by their displayed usernames.
    private(set) var userIDs: [String: User.ID] = [:]
    private(set) var posts: [Post.ID: ShownPost] = [:]
    private(set) var comments: [Comment.ID: ShownComment] = [:]
    /// The users who like each post.
    private(set) var likes: [Post.ID: [User.ID: Link]] = [:]
    /// The users whom each user follows.
    private(set) var followed: [User.ID: [User.ID: Link]] = [:]
    /// The users who follow each user.
    private(set) var followers: [User.ID: [User.ID: Link]] = [:]

    /// The IDs of all posts, in ascending order.
    private(set) var postIDs: [Post.ID] = []
    /// The IDs of each author's posts, in ascending order.
    private(set) var postIDsByAuthor: [User.ID: [Post.ID]] = [:]
    /// The IDs of the comments on each post, in ascending order.
    private(set) var commentIDsByPost: [Post.ID: [Comment.ID]] = [:]
    /// The IDs of each author's comments, in ascending order.
    private(set) var commentIDsByAuthor: [User.ID: [Comment.ID]] = [:]

    /// Creates the view of some live records.
    ///
    /// - Parameters:
    ///   - records: The live records, in any order.
    ///   - localUsers: The users with an account.
    init(of records: some Collection<HeldRecord>, localUsers: Set<User.ID>) {
        for held in records { addUser(held) }
        for held in records { addIntroduction(held) }
        for held in records { addItem(held) }
        for held in records { addReply(held) }
        nameUsers(localUsers)
        listItems()
    }

    // MARK: Effects of records

    private mutating func addUser(_ held: HeldRecord) {
        guard case .profileSet(.username(let username)) = held.content else { return }
        users[held.author] = ShownUser(
            id: held.author,
            claim: username,
            stamp: held.stamp,
            introduction: held.stamp,
            arrival: held.arrival.epoch
        )
    }

    private mutating func addIntroduction(_ held: HeldRecord) {
        guard held.record.introducesAuthor, let user = users[held.author] else { return }
        users[held.author]?.introduction = min(user.introduction, held.stamp)
    }

    /// Adds what needs only users: profile fields, posts and follows.
    private mutating func addItem(_ held: HeldRecord) {
        guard let author = users[held.author] else { return }
        switch held.content {
        case .profileSet(.displayName(let text)): users[held.author]?.displayName = text
        case .profileSet(.bio(let text)): users[held.author]?.bio = text
        case .profileSet(.url(let text)): users[held.author]?.url = text
        case .profileSet(.photo(let photo)): users[held.author]?.avatar = photo
        case .postSet(let id, let content):
            let post = Post(id: id.id, author: held.author, content: content)
            posts[post.id] = ShownPost(
                post: post,
                arrival: held.arrival.after(author.arrival),
                editedAt: held.stamp == id.stamp
                    ? nil : Date(millisecondsSince1970: held.stamp.milliseconds)
            )
        case .followed(let user):
            guard let other = users[user] else { return }
            let link = Link(
                stamp: held.stamp,
                arrival: held.arrival.after(author.arrival, other.arrival)
            )
            followed[author.id, default: [:]][other.id] = link
            followers[other.id, default: [:]][author.id] = link
        case .profileSet(.username), .commentAdded, .liked: break  // See the other functions.
        case .keyAdded, .keyRevoked, .accountDeleted, .postDeleted, .commentDeleted, .commentHidden,
            .unliked, .unfollowed, .unknown:
            break
        }
    }

    private mutating func addReply(_ held: HeldRecord) {
        guard let author = users[held.author],
            let post = held.record.concernedPost.flatMap({ posts[$0] })
        else { return }
        let arrival = held.arrival.after(author.arrival, post.arrival.epoch)
        switch held.content {
        case .commentAdded(_, _, let text):
            let comment = Comment(
                id: Comment.ID(held.stamp),
                post: post.id,
                author: author.id,
                text: text
            )
            comments[comment.id] = ShownComment(comment: comment, arrival: arrival)
        case .liked:
            likes[post.id, default: [:]][author.id] = Link(stamp: held.stamp, arrival: arrival)
        case .profileSet, .postSet, .followed: break  // See the other functions.
        case .keyAdded, .keyRevoked, .accountDeleted, .postDeleted, .commentDeleted, .commentHidden,
            .unliked, .unfollowed, .unknown:
            break
        }
    }

    // MARK: Usernames and lists

    private mutating func nameUsers(_ localUsers: Set<User.ID>) {
        var firstFollows: [User.ID: PushID] = [:]
        for follower in localUsers {
            for (user, follow) in followed[follower] ?? [:] {
                firstFollows[user] = min(follow.stamp, firstFollows[user] ?? .max)
            }
        }
        var first: [Username: UsernameClaim] = [:]
        for (id, user) in users {
            let precedence: UsernameClaim.Precedence =
                localUsers.contains(id)
                ? .local : firstFollows[id].map { .followed(since: $0) } ?? .other
            let claim = UsernameClaim(by: id, at: user.stamp, precedence: precedence)
            first[user.claim] = min(claim, first[user.claim] ?? claim)
        }
        for (id, user) in users {
            let username = user.claim.displayed(for: id, holder: first[user.claim]?.user)
            users[id]?.username = username
            userIDs[username] = id
        }
    }

    private mutating func listItems() {
        postIDs = posts.keys.sorted()
        for post in postIDs.compactMap({ posts[$0] }) {
            postIDsByAuthor[post.author, default: []].append(post.id)
        }
        for comment in comments.values.map(\.comment).sorted(by: { $0.id < $1.id }) {
            commentIDsByPost[comment.post, default: []].append(comment.id)
            commentIDsByAuthor[comment.author, default: []].append(comment.id)
        }
    }
}

/// A visible user.
struct ShownUser: Sendable {
    let id: User.ID
    /// The username that the user has set.
    let claim: Username
    /// The stamp of the record that sets the username.
    let stamp: PushID
    /// The stamp of the oldest record that introduces the user.
    var introduction: PushID
    /// The arrival of the record that sets the username.
    let arrival: Int
    /// The displayed username.
    var username = ""
    var displayName: String?
    var bio: String?
    var url: String?
    var avatar: Photo?

    /// The public profile.
    var user: User {
        User(
            id: id,
            username: username,
            displayName: displayName,
            bio: bio,
            url: url,
            avatar: avatar
        )
    }
}

/// A visible post.
struct ShownPost: Sendable {
    let post: Post
    let arrival: Arrival
    /// The time of the last edit, if any.
    let editedAt: Date?

    var id: Post.ID { post.id }
    var author: User.ID { post.author }
    var content: Post.Content { post.content }
}

/// A visible comment.
struct ShownComment: Sendable {
    let comment: Comment
    let arrival: Arrival
}

/// A like or follow.
struct Link: Sendable {
    /// The stamp of its record.
    let stamp: PushID
    let arrival: Arrival
}
