/// Returns the live records: those that determine the shared data.
///
/// The result is a pure function of the set of records. Their order and duplicates do not matter.
/// The rules are applied one after the other:
///
/// 1. A record is not live if the record that adds its key is missing. If its key is a revoked device
///    key, it is live only if a complete revocation lists it or, while no revocation of the key is
///    complete, if its stamp is not above the lowest last stamp. A revocation is complete if all of
///    its parts are among the records, and no two of them contradict each other by different lists
///    of one part or different numbers of parts.
/// 2. If a user has deleted their account, only their key records and their newest
///    ``RecordContent/accountDeleted`` record are live. Replies to that user's posts are not live.
/// 3. If a post is deleted, its records and all replies to it are not live, including the records
///    that delete replies. A comment that its author has deleted, or that the author of its post
///    has hidden, is not live.
/// 4. For each LWW register, only the highest record by (stamp, ID) is live. Deletions are never
///    dropped because of their age.
///
/// A record that a rule removes has no effect on the rules after it. For example, a deletion by a
/// revoked key that no revocation lists deletes nothing.
///
/// Sorting the result takes O(n log n) time. The other steps take O(n).
///
/// - Parameter records: The verified records, in any order. If two of them have the same ID and
///   different signatures, the result contains the first.
/// - Returns: The live records, sorted by (stamp, ID).
public func liveSet(of records: some Sequence<VerifiedRecord>) -> [VerifiedRecord] {
    var seen: Set<RecordID> = []
    var live = records.filter { seen.insert($0.id).inserted }
    let keys = KeyStates(of: live)
    live.removeAll { !keys.allow($0) }
    let deletedAccounts = DeletedAccounts(in: live)
    live.removeAll { deletedAccounts.remove($0) }
    let deletions = Deletions(in: live)
    live.removeAll { deletions.remove($0) }
    return highest(of: live).sorted()
}

/// Returns the highest record of each register, and all records that belong to no register.
private func highest(of records: [VerifiedRecord]) -> [VerifiedRecord] {
    var winners: [RecordRegister: VerifiedRecord] = [:]
    var others: [VerifiedRecord] = []
    for record in records {
        guard let register = RecordRegister(of: record) else {
            others.append(record)
            continue
        }
        winners[register] = winners[register].map { max($0, record) } ?? record
    }
    return others + winners.values
}

/// An LWW register: a value that records set.
///
/// Only the highest of these records by (stamp, ID) is live.
public enum RecordRegister: Hashable, Sendable {
    /// Whether a user has deleted their account.
    case deletedAccount(User.ID)
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
    public init?(of record: VerifiedRecord) {
        switch record.content {
        case .keyAdded, .keyRevoked, .unknown: return nil
        case .accountDeleted: self = .deletedAccount(record.author)
        case .profileSet(let setting): self = .profile(record.author, setting.field)
        case .postSet(let post, _): self = .post(post.id)
        case .postDeleted(let post): self = .deletedPost(post.id)
        case .commentAdded: self = .comment(Comment.ID(record.stamp))
        case .commentDeleted(let comment, _): self = .deletedComment(comment.id)
        case .commentHidden(let comment, let post): self = .hiddenComment(comment, post: post.id)
        case .liked(let post), .unliked(let post): self = .like(record.author, post: post.id)
        case .followed(let user), .unfollowed(let user): self = .follow(record.author, of: user)
        }
    }

    /// The key under which a store looks up the register's record.
    ///
    /// It consists of one byte for the kind and the bytes of the IDs, so the keys of one user's
    /// follows have a common prefix.
    public var key: [UInt8] {
        switch self {
        case .deletedAccount(let user): [1] + user.bytes
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
    package static func followPrefix(of user: User.ID) -> [UInt8] {
        followPrefix + user.bytes
    }

    /// The byte with which the keys of all follows begin.
    ///
    /// The IDs of the follower and of the followed user come after it.
    package static let followPrefix: [UInt8] = [6]
}

/// The keys that records add and revoke, which determine whether other records may be live.
struct KeyStates {
    /// A key of one user.
    ///
    /// A user's root key and device keys are distinct even if they have the same key ID.
    private struct Key: Hashable {
        let user: User.ID
        let id: KeyID
        let isRoot: Bool
    }

    private var added: Set<Key> = []
    private var revocations: [Key: KeyRevocations] = [:]

    init(of records: [VerifiedRecord]) {
        for record in records {
            let author = record.author
            guard case .keyAdded(let certificate) = record.content else { continue }
            added.insert(Key(user: author, id: certificate.root.id, isRoot: true))
            added.insert(Key(user: author, id: certificate.device.id, isRoot: false))
        }
        var parts: [Key: [KeyRevocation]] = [:]
        for record in records {
            guard case .keyRevoked(let part) = record.content, isAdded(record)
            else { continue }
            parts[Key(user: record.author, id: part.key, isRoot: false), default: []]
                .append(part)
        }
        revocations = parts.compactMapValues { KeyRevocations($0) }
    }

    /// Returns whether the key of a record was added, and whether its revocations, if any, leave the
    /// record live.
    func allow(_ record: VerifiedRecord) -> Bool {
        guard isAdded(record) else { return false }
        guard let revocations = revocations[key(of: record)] else { return true }
        return revocations.allow(record.id, stamp: record.stamp)
    }

    private func isAdded(_ record: VerifiedRecord) -> Bool {
        added.contains(key(of: record))
    }

    private func key(of record: VerifiedRecord) -> Key {
        Key(user: record.author, id: record.key, isRoot: record.content.isSignedByRoot)
    }
}

/// The posts and comments that records delete.
struct Deletions {
    /// A comment that the author of a post has hidden.
    private struct HiddenComment: Hashable {
        let comment: Comment.ID
        let post: Post.ID
    }

    private var posts: Set<Post.ID> = []
    private var comments: Set<Comment.ID> = []
    private var hidden: Set<HiddenComment> = []

    init(in records: [VerifiedRecord]) {
        for record in records {
            switch record.content {
            case .postDeleted(let post): posts.insert(post.id)
            case .commentDeleted(let comment, _): comments.insert(comment.id)
            case .commentHidden(let comment, let post):
                hidden.insert(HiddenComment(comment: comment, post: post.id))
            case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postSet, .commentAdded,
                .liked, .unliked, .followed, .unfollowed, .unknown:
                break
            }
        }
    }

    /// Returns whether the deletion of a post or comment removes a record from the live set.
    func remove(_ record: VerifiedRecord) -> Bool {
        guard record.content.kind != .postDeleted, let post = record.concernedPost else {
            return false
        }
        if posts.contains(post) { return true }
        guard record.content.kind == .commentAdded else { return false }
        let comment = Comment.ID(record.stamp)
        return comments.contains(comment)
            || hidden.contains(HiddenComment(comment: comment, post: post))
    }
}

/// The users with deleted accounts.
struct DeletedAccounts {
    private let users: Set<User.ID>

    init(in records: [VerifiedRecord]) {
        users = Set(records.lazy.filter { $0.content == .accountDeleted }.map(\.author))
    }

    /// Returns whether a record is not live because a user has deleted their account, regardless of
    /// its stamp.
    ///
    /// Records of unknown kinds that have a home count as replies, because a later version may have
    /// added new kinds of replies.
    func remove(_ record: VerifiedRecord) -> Bool {
        if let home = record.home, users.contains(home) { return true }
        return !record.content.isSignedByRoot && users.contains(record.author)
    }
}
