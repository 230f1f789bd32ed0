import Foundation
import TimelineCore

/// A reader that forwards each query to another reader.
///
/// This target is compiled without package access, so it also shows that `SocialReader` can be
/// implemented outside the package.
struct ForwardingReader: SocialReader {
    private let base: any SocialReader
    private let newest: PushID?
    private let plan: ForwardingRepository.HomePlan?

    /// Creates a forwarding reader.
    ///
    /// - Parameters:
    ///   - base: The reader that receives the queries.
    ///   - newest: The newest stamp to return, or `nil` to return the store's newest stamp.
    ///   - plan: The way of reading home timelines, or `nil` for that of the repository.
    init(
        _ base: any SocialReader,
        newestStamp newest: PushID? = nil,
        plan: ForwardingRepository.HomePlan? = nil
    ) {
        self.base = base
        self.newest = newest
        self.plan = plan
    }

    // MARK: StampReader

    func epoch() throws -> Int { try base.epoch() }

    func newestStamp(of author: User.ID?) throws -> PushID {
        if author == nil, let newest { return newest }
        return try base.newestStamp(of: author)
    }

    // MARK: RecordReader

    func recordToken() throws -> [UInt8] { try base.recordToken() }

    func record(setting register: RecordRegister) throws -> VerifiedRecord? {
        try base.record(setting: register)
    }

    func records(withIDs ids: Set<RecordID>) throws -> [VerifiedRecord] {
        try base.records(withIDs: ids)
    }

    func forEachRecord(_ body: (VerifiedRecord) throws -> Void) throws {
        try base.forEachRecord(body)
    }

    func recordHeads(
        inScopes scopes: Set<User.ID>,
        onlyDeletions isDeletion: Bool
    ) throws -> [RecordHead] {
        try base.recordHeads(inScopes: scopes, onlyDeletions: isDeletion)
    }

    func heldUsers(outside scopes: Set<User.ID>) throws -> Set<User.ID> {
        try base.heldUsers(outside: scopes)
    }

    func records(addedIn epochs: ClosedRange<Int>, limit: Int) throws -> [VerifiedRecord] {
        try base.records(addedIn: epochs, limit: limit)
    }

    func blobReferences(of authors: Set<User.ID>) throws -> [BlobReference] {
        try base.blobReferences(of: authors)
    }

    func introductions(
        of users: Set<User.ID>,
        onlyKeys isKey: Bool
    ) throws -> [VerifiedRecord] {
        try base.introductions(of: users, onlyKeys: isKey)
    }

    func records(
        inScope scope: User.ID,
        below position: RecordPosition?,
        limit: Int
    ) throws -> [VerifiedRecord] {
        try base.records(inScope: scope, below: position, limit: limit)
    }

    func replies(to post: Post.ID) throws -> [VerifiedRecord] {
        try base.replies(to: post)
    }

    func replyCount(
        by author: User.ID,
        inScope scope: User.ID,
        times: Range<UInt64>
    ) throws -> Int {
        try base.replyCount(by: author, inScope: scope, times: times)
    }

    func scopesOfReplies(by author: User.ID) throws -> Set<User.ID> {
        try base.scopesOfReplies(by: author)
    }

    func pendingReplyCount() throws -> Int { try base.pendingReplyCount() }

    func follows(
        by follower: User.ID?,
        of followed: User.ID?
    ) throws -> [VerifiedRecord] {
        try base.follows(by: follower, of: followed)
    }

    // MARK: UserReader

    func user(_ id: User.ID) throws -> User? { try base.user(id) }

    func user(withUsername username: String) throws -> User? {
        try base.user(withUsername: username)
    }

    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView? {
        try base.profile(of: id, for: viewer)
    }

    func summary(of user: User.ID) throws -> UserSummary? { try base.summary(of: user) }

    func hiddenUsers(from viewer: User.ID) throws -> HiddenUsers {
        try base.hiddenUsers(from: viewer)
    }

    func users(_ query: UserQuery) throws -> [User] { try base.users(query) }

    // MARK: PostReader

    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView] {
        try base.posts(ids, for: viewer)
    }

    func localCounts(of post: Post.ID) throws -> (comments: Int, likes: Int) {
        try base.localCounts(of: post)
    }

    func postIDs(_ selection: PostSelection, in range: PostRange) throws -> [Post.ID] {
        try base.postIDs(selection, in: range)
    }

    func likes(
        by user: User.ID,
        beyond stamp: PushID,
        ascending isAscending: Bool,
        limit: Int
    ) throws -> [(post: Post.ID, stamp: PushID)] {
        try base.likes(by: user, beyond: stamp, ascending: isAscending, limit: limit)
    }

    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID] {
        try base.popularPostIDs(at: now, since: since, limit: limit)
    }

    func pushIDs(of kind: ItemKind, endingWith text: String, limit: Int) throws -> [PushID] {
        try base.pushIDs(of: kind, endingWith: text, limit: limit)
    }

    // MARK: TimelineReader

    func homeShardCount(
        of viewer: User.ID,
        in range: PostRange,
        maximum: Int
    ) throws -> Int {
        guard let plan else {
            return try base.homeShardCount(of: viewer, in: range, maximum: maximum)
        }
        return try plan.scan(base, viewer, range) == nil ? plan.shardCount : 1
    }

    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        if shard == .whole, let ids = try plan?.scan(base, viewer, range) { return ids }
        return try base.homeTimelineShard(shard, of: viewer, in: range)
    }

    func homePostCount(of viewer: User.ID) throws -> Int {
        try base.homePostCount(of: viewer)
    }

    func newPostIDs(
        in feed: Feed,
        of viewer: User.ID?,
        since position: ReadPosition,
        in range: PostRange
    ) throws -> [Post.ID] {
        try base.newPostIDs(in: feed, of: viewer, since: position, in: range)
    }

    // MARK: CommentReader

    func comment(_ id: Comment.ID) throws -> Comment? { try base.comment(id) }

    func comments(
        on post: Post.ID,
        after: Comment.ID?,
        limit: Int
    ) throws -> [CommentView] {
        try base.comments(on: post, after: after, limit: limit)
    }

    func commentIDs(by author: User.ID, in range: PostRange) throws -> [Comment.ID] {
        try base.commentIDs(by: author, in: range)
    }

    func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]] {
        try base.newestComments(onEach: posts, limit: limit)
    }

    // MARK: BlobReferenceReader

    func isReferenced(_ blob: BlobID) throws -> Bool { try base.isReferenced(blob) }

    func access(
        to blob: BlobID,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool
    ) throws -> PhotoAccess? {
        try base.access(to: blob, for: viewer, where: isIncluded)
    }

    func referencedBlobs(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        try base.referencedBlobs(after: cursor, limit: limit)
    }

    // MARK: SearchReader

    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount] {
        try base.tags(startingWith: prefix, limit: limit)
    }

    func texts(
        mentioning username: String,
        before: TextID,
        limit: Int
    ) throws -> [TextID] {
        try base.texts(mentioning: username, before: before, limit: limit)
    }

    func words(startingWith prefix: String, limit: Int) throws -> [String] {
        try base.words(startingWith: prefix, limit: limit)
    }

    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        try base.texts(matching: pattern, before: before, from: oldest, limit: limit)
    }

    // MARK: ActivityReader

    func activity(
        of user: User.ID,
        after position: ActivityEvent.Position?,
        limit: Int
    ) throws -> [ActivityEvent] {
        try base.activity(of: user, after: position, limit: limit)
    }

    func activityCount(of user: User.ID, since epoch: Int, limit: Int) throws -> Int {
        try base.activityCount(of: user, since: epoch, limit: limit)
    }
}
