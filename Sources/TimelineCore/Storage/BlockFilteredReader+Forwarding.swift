import Foundation

/// The queries whose answers do not depend on blocks.
extension BlockFilteredReader {
    // MARK: StampReader

    func epoch() throws -> Int { try base.epoch() }

    func foresee(_ page: ForeseenPage, for session: Session.ID?) throws {
        try base.foresee(page, for: session)
    }

    func newestStamp(of author: User.ID?) throws -> PushID { try base.newestStamp(of: author) }

    // MARK: UserReader

    func user(_ id: User.ID) throws -> User? { try base.user(id) }

    func exists(_ user: User.ID) throws -> Bool { try base.exists(user) }

    func user(withUsername username: String) throws -> User? {
        try base.user(withUsername: username)
    }

    func summary(of user: User.ID) throws -> UserSummary? { try base.summary(of: user) }

    func hiddenUsers(from viewer: User.ID) throws -> HiddenUsers {
        try base.hiddenUsers(from: viewer)
    }

    // MARK: PostReader

    func pushIDs(of kind: ItemKind, endingWith text: String, limit: Int) throws -> [PushID] {
        try base.pushIDs(of: kind, endingWith: text, limit: limit)
    }

    // MARK: TimelineReader

    // The follows of hidden users have ended, so these lists rarely contain a post that
    // `posts(_:for:)` then omits.

    func homeShardCount(
        of viewer: User.ID,
        in range: PostRange,
        maximum: Int
    ) throws -> Int {
        try base.homeShardCount(of: viewer, in: range, maximum: maximum)
    }

    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        try base.homeTimelineShard(shard, of: viewer, in: range)
    }

    func homePostCount(of viewer: User.ID) throws -> Int { try base.homePostCount(of: viewer) }

    func newPostIDs(
        in feed: Feed,
        of viewer: User.ID?,
        since position: ReadPosition,
        in range: PostRange
    ) throws -> [Post.ID] {
        try base.newPostIDs(in: feed, of: viewer, since: position, in: range)
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

    func records(addedIn epochs: ClosedRange<Int>, limit: Int) throws -> [VerifiedRecord] {
        try base.records(addedIn: epochs, limit: limit)
    }

    func heldUsers(outside scopes: Set<User.ID>) throws -> Set<User.ID> {
        try base.heldUsers(outside: scopes)
    }

    func blobReferences(of authors: Set<User.ID>) throws -> [BlobReference] {
        try base.blobReferences(of: authors)
    }

    func isRevoked(_ key: KeyID, of user: User.ID) throws -> Bool {
        try base.isRevoked(key, of: user)
    }

    func follows(
        by follower: User.ID?,
        of followed: User.ID?
    ) throws -> [VerifiedRecord] {
        try base.follows(by: follower, of: followed)
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

    func replies(to post: Post.ID) throws -> [VerifiedRecord] { try base.replies(to: post) }

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
}
