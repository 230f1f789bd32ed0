import Foundation
import TimelineRecords

/// The queries whose answers do not depend on blocks.
extension BlockFilteredReader {
    // MARK: StampReader

    func epoch() throws -> Int { try base.epoch() }

    func newestStamp() throws -> PushID { try base.newestStamp() }

    func newestStamp(of author: User.ID) throws -> PushID { try base.newestStamp(of: author) }

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

    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID] {
        try base.postIDs(endingWith: text, limit: limit)
    }

    // MARK: TimelineReader

    // The follows of hidden users have ended, so these lists rarely contain a post that
    // `posts(_:for:)` then omits.

    func homePageIDs(
        of viewer: User.ID,
        in range: PostRange,
        maximumShards: Int
    ) throws -> HomePageIDs? {
        try base.homePageIDs(of: viewer, in: range, maximumShards: maximumShards)
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

    // MARK: CommentReader

    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID] {
        try base.commentIDs(endingWith: text, limit: limit)
    }

    // MARK: BlobReferenceReader

    func isReferenced(_ blob: BlobID) throws -> Bool { try base.isReferenced(blob) }

    func postIDs(referencing blob: BlobID, limit: Int) throws -> [Post.ID] {
        try base.postIDs(referencing: blob, limit: limit)
    }

    func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool {
        try base.isShown(blob, by: user)
    }

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

    func containsRecord(_ id: RecordID) throws -> Bool { try base.containsRecord(id) }

    func forEachRecord(_ body: (VerifiedRecord) throws -> Void) throws {
        try base.forEachRecord(body)
    }

    func recordHeads(inScopes scopes: Set<RecordUserID>) throws -> [RecordHead] {
        try base.recordHeads(inScopes: scopes)
    }

    func deletionHeads(inScopes scopes: Set<RecordUserID>) throws -> [RecordHead] {
        try base.deletionHeads(inScopes: scopes)
    }

    func records(addedIn epochs: ClosedRange<Int>, limit: Int) throws -> [VerifiedRecord] {
        try base.records(addedIn: epochs, limit: limit)
    }

    func heldUsers(outside scopes: Set<RecordUserID>) throws -> Set<RecordUserID> {
        try base.heldUsers(outside: scopes)
    }

    func photoReferences(of author: User.ID) throws -> [BlobReference] {
        try base.photoReferences(of: author)
    }

    func avatarReferences() throws -> [BlobReference] { try base.avatarReferences() }

    func follows(of user: RecordUserID) throws -> [VerifiedRecord] { try base.follows(of: user) }

    func introductions(of users: Set<RecordUserID>) throws -> [VerifiedRecord] {
        try base.introductions(of: users)
    }

    func keyRecords(of users: Set<RecordUserID>) throws -> [VerifiedRecord] {
        try base.keyRecords(of: users)
    }

    func records(
        inScope scope: RecordUserID,
        below position: RecordPosition?,
        limit: Int
    ) throws -> [VerifiedRecord] {
        try base.records(inScope: scope, below: position, limit: limit)
    }

    func replies(to post: RecordPushID) throws -> [VerifiedRecord] { try base.replies(to: post) }

    func replyCount(
        by author: RecordUserID,
        inScope scope: RecordUserID,
        times: Range<UInt64>
    ) throws -> Int {
        try base.replyCount(by: author, inScope: scope, times: times)
    }

    func scopesOfReplies(by author: RecordUserID) throws -> Set<RecordUserID> {
        try base.scopesOfReplies(by: author)
    }

    func pendingReplyCount() throws -> Int { try base.pendingReplyCount() }

    func usersFollowed(by user: RecordUserID) throws -> Set<RecordUserID> {
        try base.usersFollowed(by: user)
    }
}
