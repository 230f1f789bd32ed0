import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// Anna has followed Ben, and holds his posts.
@Suite("Deletions beyond the wanted scopes")
struct DeletionTests {
    private let anna: Author
    private let ben: Author
    private let eve: Author
    private let phone: Phone
    private let other: Phone
    /// Ben's post.
    private let post: BoundID<Post>

    init() throws {
        anna = try Author(1)
        ben = try Author(2)
        eve = try Author(3)
        (phone, other) = (try Phone(anna), try Phone(ben))
        phone.trust(other)
        other.trust(phone)
        post = ben.bound(1000)
        try phone.follow(ben)
        try other.add(eve.keyRecords()[0])
        try other.add(ben.post(1000), ben.post(1100))
        let comment = try comment(by: eve, 2000)
        try other.add(comment, like(by: eve, 2001))
        try sync()
        #expect(phone.store.live[comment.id] != nil)
    }

    @discardableResult
    private func sync() throws -> Conversation {
        let conversation = Conversation(phone, other)
        #expect(conversation.isFinished)
        return conversation
    }

    private func comment(by author: Author, _ time: UInt64) throws -> VerifiedRecord {
        let id = author.bound(time, on: post)
        let content = RecordContent.commentAdded(nonce: id.nonce, post: post, text: "\(time)")
        return try author.record(content, at: id.stamp, on: ben.id)
    }

    private func deletion(
        by author: Author,
        ofComment time: UInt64,
        at deleted: UInt64
    ) throws -> VerifiedRecord {
        let id = author.bound(time, on: post)
        let content = RecordContent.commentDeleted(id, post: post)
        return try author.record(content, at: stamp(deleted), on: ben.id)
    }

    private func like(by author: Author, _ time: UInt64) throws -> VerifiedRecord {
        try author.record(.liked(post), at: stamp(time), on: ben.id)
    }

    private func unlike(by author: Author, _ time: UInt64) throws -> VerifiedRecord {
        try author.record(.unliked(post), at: stamp(time), on: ben.id)
    }

    private func unfollow() throws {
        try phone.add(anna.record(.unfollowed(ben.id), at: stamp(500_000)))
    }

    /// Checks that both stores are equal and exchange nothing more.
    private func expectNothingMore() throws {
        #expect(try sync().client.summary.isEqual)
        let again = try sync()
        #expect(again.byteCount <= 360, "\(again.byteCount) bytes")
        #expect(again.client.summary.recordsSent + again.server.summary.recordsSent == 0)
    }

    @Test("Own replies that are deleted after unfollowing vanish at the author of the post")
    func ownReplies() throws {
        let (comment, like) = (try comment(by: anna, 3000), try like(by: anna, 3001))
        try phone.add(comment, like)
        try sync()
        #expect(other.store.live[comment.id] != nil && other.store.live[like.id] != nil)
        try unfollow()
        try sync()
        let late = try self.comment(by: anna, 510_000)
        try phone.add(late)
        try phone.add(
            deletion(by: anna, ofComment: 3000, at: 600_000),
            unlike(by: anna, 600_001)
        )
        try sync()
        #expect(other.store.live[comment.id] == nil && other.store.live[like.id] == nil)
        #expect(other.store.live[late.id] == nil)
        try expectNothingMore()
    }

    @Test("A deleted post, a hidden comment and an account vanish at those who have unfollowed")
    func authorsDeletions() throws {
        try unfollow()
        let hidden = try #require(
            phone.store.live.values.first { $0.content.kind == .commentAdded }
        )
        let late = try ben.post(510_000)
        try other.add(
            late,
            ben.record(
                .commentHidden(TimelineCore.Comment.ID(hidden.stamp), post: post),
                at: stamp(510_001)
            ),
            ben.record(.postDeleted(ben.bound(1100)), at: stamp(510_002)),
            ben.record(.profileSet(.bio("late")), at: stamp(510_003))
        )
        try sync()
        #expect(phone.store.live[hidden.id] == nil)
        #expect(phone.store.live[late.id] == nil)
        #expect(phone.store.live.values.count { $0.content.kind == .postSet } == 1)
        try expectNothingMore()
        try other.add(ben.record(.accountDeleted, at: stamp(520_000)))
        try sync()
        let remaining = phone.store.live.values.filter { $0.scope == ben.id }
        #expect(remaining.allSatisfy { $0.content.isSignedByRoot })
        #expect(remaining.contains { $0.content == .accountDeleted })
        try expectNothingMore()
    }

    @Test("Stores that have both unfollowed pass deletions on, with keys that are new to them")
    func thirdParties() throws {
        try unfollow()
        let cora = try Author(4)
        let tablet = try Phone(cora)
        for store in [tablet, other, phone] where store.author.id != cora.id {
            store.trust(tablet)
            tablet.trust(store)
        }
        try tablet.follow(ben)
        Conversation(tablet, other)
        try tablet.add(cora.record(.unfollowed(ben.id), at: stamp(500_000)))
        // A new device of Eve signs the deletion.
        try other.add(eve.keyRecords()[1])
        let id = eve.bound(2000, on: post)
        try other.add(
            eve.record(
                .commentDeleted(id, post: post),
                at: stamp(600_000),
                on: ben.id,
                device: 1
            ),
            unlike(by: eve, 600_001)
        )
        for store in [phone.store, tablet.store] {
            #expect(store.live.values.contains { $0.content.kind == .commentAdded })
        }
        try sync()
        Conversation(tablet, phone)
        for store in [phone.store, tablet.store] {
            #expect(!store.live.values.contains { $0.content.kind == .commentAdded })
            #expect(!store.live.values.contains { $0.content.kind == .liked })
        }
        let again = Conversation(tablet, phone)
        #expect(again.client.summary.isEqual && again.byteCount <= 360)
    }

    @Test("Of such a scope, a store sends nothing but deletions, and no pictures")
    func nothingElse() throws {
        try unfollow()
        let selection = try other.store.allScopes()
            .selection(with: phone.store.allScopes(), users: [anna.id, ben.id])
        #expect(selection.scopes.isEmpty)
        #expect(selection.deletionScopes == [ben.id])
        #expect(other.store.heldBlobs(of: selection).isEmpty)
        #expect(try other.store.readBlob(hash([9]), at: 0, count: 1, of: selection) == nil)
        #expect(other.store.wantedBlobs(of: selection, limit: 9).isEmpty)
        let kinds = Set(other.store.select(selection).records.map(\.content.kind))
        #expect(kinds.isSubset(of: [.keyAdded, .followed, .unfollowed]))
    }

    @Test("A deletion of something else is offered once, and arrives after a follow")
    func notHeld() throws {
        try unfollow()
        try sync()
        let deletions = [
            try ben.record(.postDeleted(ben.bound(700_000)), at: stamp(710_000)),
            try deletion(by: eve, ofComment: 700_000, at: 710_001),
        ]
        try other.store.add(deletions)
        let conversation = try sync()
        #expect(conversation.client.summary.recordsAccepted == 0)
        #expect(conversation.client.summary.recordsRejected == 0)
        #expect(phone.store.rejections.values.map(\.source.reason) == [.notHeld, .notHeld])
        try expectNothingMore()
        try phone.follow(ben, at: 720_000)
        try sync()
        #expect(deletions.allSatisfy { phone.store.live[$0.id] != nil })
        #expect(phone.store.rejections.isEmpty)
        try expectNothingMore()
    }

    @Test("A rejection of a record that exists no longer is no difference")
    func obsoleteRejections() throws {
        try unfollow()
        try other.add(deletion(by: eve, ofComment: 700_000, at: 710_000))
        try sync()
        #expect(phone.store.rejections.count == 1)
        try other.add(ben.record(.postDeleted(post), at: stamp(720_000)))
        try sync()
        #expect(phone.store.rejections.count == 1)
        try expectNothingMore()
        try other.add(ben.post(730_000))
        try expectNothingMore()
    }

    @Test("The removal of an older like than the one that the store holds is offered once")
    func replacedLikes() throws {
        try unfollow()
        try phone.add(like(by: eve, 700_000))
        try other.add(unlike(by: eve, 600_000))
        try sync()
        try expectNothingMore()
        #expect(phone.store.live.values.contains { $0.content.kind == .liked })
    }

    @Test("Blocked users delete what they made, and add nothing")
    func blocked() throws {
        try phone.store.setBlocked(true, ben.id)
        try phone.store.setBlocked(true, eve.id)
        let late = [try ben.post(600_000), try comment(by: eve, 600_001)]
        try other.store.add(late)
        try other.add(
            ben.record(.postDeleted(ben.bound(1100)), at: stamp(610_000)),
            deletion(by: eve, ofComment: 2000, at: 610_001),
            unlike(by: eve, 610_002),
            deletion(by: eve, ofComment: 500_000, at: 610_003)
        )
        try sync()
        #expect(late.allSatisfy { phone.store.live[$0.id] == nil })
        let kinds = phone.store.live.values.compactMap(\.content.kind)
        #expect(kinds.count { $0 == .postSet } == 1)
        #expect(!kinds.contains(.commentAdded) && !kinds.contains(.liked))
        #expect(kinds.count { $0 == .commentDeleted } == 1)
        try phone.store.setBlocked(false, eve.id)
        try sync()
        #expect(phone.store.live[late[0].id] == nil && phone.store.live[late[1].id] == nil)
        try phone.store.setBlocked(false, ben.id)
        try sync()
        #expect(late.allSatisfy { phone.store.live[$0.id] != nil })
        #expect(phone.store.rejections.isEmpty)
    }

    @Test("An account that a blocked user deletes vanishes")
    func blockedAccounts() throws {
        try phone.store.setBlocked(true, ben.id)
        try phone.store.setBlocked(true, eve.id)
        try other.add(eve.record(.accountDeleted, at: stamp(600_000)))
        try sync()
        #expect(!phone.store.live.values.contains { $0.content.kind == .commentAdded })
        try other.add(ben.record(.accountDeleted, at: stamp(600_001)))
        try sync()
        #expect(!phone.store.live.values.contains { $0.content.kind == .postSet })
    }
}
