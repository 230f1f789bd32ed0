import Foundation
import Testing
import TimelineCore
@testable import TimelineSync
import TimelineTestSupport
import TimelineTesting

@Suite("Deletions after unfollowing and blocking")
struct UnfollowTests {
    static let ways = FriendsTests.ways

    private static func sync(_ friends: Friends, _ carrier: FriendsTests.Carrier) async throws {
        switch carrier {
        case .folder: try await friends.syncFolder()
        case .pipes: try await friends.syncPipes()
        }
    }

    /// Returns two friends who follow each other and have synced.
    private static func makeFriends(_ storage: Storage) async throws -> Friends {
        let friends = try await Friends(storage)
        try await friends.anna.session.followUnseen(friends.ben.user)
        try await friends.ben.session.followUnseen(friends.anna.user)
        return friends
    }

    /// Returns the captions of all posts by a user on a site, newest first.
    private static func captions(of user: User.ID, on site: Site) async throws -> [String] {
        try await site.world.guest.page(of: .everyone).posts.filter { $0.author.id == user }
            .map(\.caption)
    }

    @Test("One's own comment and like vanish at the author of the post", arguments: ways)
    func ownReplies(storage: Storage, carrier: FriendsTests.Carrier) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, "hello").id
        try await Self.sync(friends, carrier)
        ben.tick()
        let comment = try await ben.session.comment(on: post, "regretted")
        try await ben.session.like(post)
        try await Self.sync(friends, carrier)
        let shown = try await anna.session.post(post)
        #expect(shown.commentCount == 1 && shown.likeCount == 1)
        _ = try await ben.session.unfollow(anna.user)
        ben.tick()
        try await ben.session.delete(comment.id)
        try await ben.session.unlike(post)
        try await Self.sync(friends, carrier)
        let after = try await anna.session.post(post)
        #expect(after.commentCount == 0 && after.likeCount == 0)
        #expect(try await anna.world.owner.examine().isEmpty)
    }

    @Test("A deleted post and a deleted account vanish at those who unfollowed", arguments: ways)
    func authorsDeletions(storage: Storage, carrier: FriendsTests.Carrier) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        let post = try await anna.world.post(by: anna.user, "deleted").id
        try await anna.world.post(by: anna.user, "another")
        try await Self.sync(friends, carrier)
        ben.tick()
        _ = try await ben.session.unfollow(anna.user)
        anna.tick()
        try await anna.session.delete(post)
        try await anna.world.post(by: anna.user, "new")
        try await Self.sync(friends, carrier)
        #expect(try await Self.captions(of: anna.user, on: ben) == ["another"])
        anna.tick()
        try await anna.session.deleteAccount(password: TestWorld.password)
        try await Self.sync(friends, carrier)
        #expect(try await Self.captions(of: anna.user, on: ben).isEmpty)
        #expect(try await ben.world.owner.examine().isEmpty)
    }

    @Test("What blocked people delete vanishes", arguments: Storage.allCases)
    func blocked(storage: Storage) async throws {
        let friends = try await Self.makeFriends(storage)
        let (mal, han) = (friends.anna, friends.ben)
        let own = try await han.world.post(by: han.user, "own").id
        let post = try await mal.world.post(by: mal.user, "deleted").id
        try await mal.world.post(by: mal.user, "another")
        try await friends.syncFolder()
        mal.tick()
        let comments = [
            try await mal.session.comment(on: own, "first"),
            try await mal.session.comment(on: own, "second"),
        ]
        try await friends.syncFolder()
        #expect(try await han.session.comments(on: own).count == 2)
        try await han.session.block(mal.user)
        mal.tick()
        try await mal.session.delete(post)
        try await mal.session.delete(comments[0].id)
        try await mal.world.post(by: mal.user, "new")
        try await friends.syncFolder()
        let records = try han.records(of: [mal.user, han.user])
        let live = try await han.sync.engine.read { social, _ in
            try social.records(withIDs: records)
        }
        let texts = live.compactMap { record in
            switch record.content {
            case .commentAdded(_, _, let text): text
            case .postSet(_, let content) where record.author == mal.user:
                content.caption
            default: nil
            }
        }
        #expect(texts.sorted() == ["another", "second"])
        mal.tick()
        try await mal.session.deleteAccount(password: TestWorld.password)
        try await friends.syncFolder()
        let rest = try han.records(of: [mal.user])
        let left = try await han.sync.engine.read { social, _ in try social.records(withIDs: rest) }
        #expect(left.allSatisfy { $0.content.isSignedByRoot })
        #expect(try await han.session.comments(on: own).isEmpty)
        #expect(try await han.world.owner.examine().isEmpty)
    }

    @Test("Likes beyond the limit arrive on the next day, or after a follow", arguments: ways)
    func strangers(storage: Storage, carrier: FriendsTests.Carrier) async throws {
        for follows in [false, true] {
            let friends = try await Friends(storage)
            let (leia, han) = (friends.anna, friends.ben)
            try await han.session.followUnseen(leia.user)
            for index in 0..<3 { try await leia.world.post(by: leia.user, "\(index)") }
            try await Self.sync(friends, carrier)
            let posts = try await han.session.timeline().posts.map(\.id)
            for post in posts {
                han.tick()
                try await han.session.like(post)
            }
            let store = try leia.store()
            try store.reviewRejections(at: store.now)
            _ = try store.commit(SyncBatch(rejected: Self.likes(han, leia)))
            try await Self.sync(friends, carrier)
            #expect(try await Self.likeCount(leia) == 0)
            if follows {
                leia.tick()
                try await leia.session.followUnseen(han.user)
            } else {
                for site in [leia, han] { site.world.clock.advance(by: 86_400) }
            }
            try await Self.sync(friends, carrier)
            #expect(try await Self.likeCount(leia) == 3)
        }
    }

    /// Returns rejections of all likes by a user because of the limit.
    private static func likes(_ han: Site, _ leia: Site) throws -> [RejectedRecord] {
        try han.allRecords(of: [leia.user]).filter { $0.content.kind == .liked }
            .map { RejectedRecord($0, reason: .limit) }
    }

    private static func likeCount(_ site: Site) async throws -> Int {
        try await site.session.timeline().posts.map(\.likeCount).reduce(0, +)
    }

    @Test("Rejections because of a block end with the block", arguments: Storage.allCases)
    func review(storage: Storage) async throws {
        let friends = try await Self.makeFriends(storage)
        let (anna, ben) = (friends.anna, friends.ben)
        try await friends.syncFolder()
        let store = try ben.store()
        let post = try await anna.world.post(by: anna.user, "not synced").id
        let record = try #require(
            try anna.allRecords(of: [anna.user]).first { $0.concernedPost == post }
        )
        try await ben.session.block(anna.user)
        try store.reviewRejections(at: store.now)
        _ = try store.commit(SyncBatch(rejected: [RejectedRecord(record, reason: .blocked)]))
        #expect(try !store.reviewRejections(at: store.now))
        #expect(try store.known([record.id]) == [record.id])
        let token = try store.token()
        try await ben.session.unblock(anna.user)
        #expect(try store.reviewRejections(at: store.now))
        #expect(try store.known([record.id]).isEmpty)
        #expect(try store.token() != token)
        // The record is not offered while the scope is not wanted, and judged again afterwards.
        ben.tick()
        _ = try await ben.session.follow(anna.user)
        try store.reviewRejections(at: store.now)
        ben.tick()
        _ = try store.commit(SyncBatch(rejected: [RejectedRecord(record, reason: .tooOld)]))
        _ = try await ben.session.unfollow(anna.user)
        #expect(try store.reviewRejections(at: store.now))
        #expect(try store.known([record.id]).isEmpty)
        #expect(try !store.reviewRejections(at: store.now))
    }
}
