import Foundation
import Testing
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCore

@Suite("Answers about many users, posts and comments at once")
struct RelationshipTests {
    @Test(arguments: Storage.allCases)
    func relationships(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let (jabba, lando) = (try await world.user("jabba"), try await world.user("lando"))
        let session = world.session(leia)
        try await session.follow(han)
        try await world.session(han).follow(leia)
        try await session.mute(han)
        try await session.follow(jabba)
        try await session.block(jabba)
        try await world.session(lando).block(leia)
        let nobody = User.ID(number: 200)
        let users = [lando, han, nobody, luke, jabba]
        func expected(_ user: User.ID, _ names: Set<String> = []) -> Relationship {
            Relationship(
                user: user,
                isFollowing: names.contains("following"),
                isFollowedBy: names.contains("followed"),
                isMuting: names.contains("muting"),
                isBlocking: names.contains("blocking"),
                isBlockedBy: names.contains("blocked")
            )
        }
        #expect(
            try await session.relationships(with: users) == [
                expected(lando, ["blocked"]), expected(han, ["following", "followed", "muting"]),
                expected(luke), expected(jabba, ["blocking"]),
            ]
        )
        #expect(
            try await world.session(jabba).relationships(with: [leia])
                == [expected(leia, ["blocked"])]
        )
        try await session.unmute(han)
        try await session.unblock(jabba)
        #expect(
            try await session.relationships(with: [jabba, han])
                == [expected(jabba), expected(han, ["following", "followed"])]
        )
        let ended = try await world.logIn("leia").session
        try await ended.logOut()
        await #expect(throws: TimelineError.notLoggedIn) {
            try await ended.relationships(with: [])
        }
    }

    @Test(arguments: Storage.allCases)
    func items(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let posts = [
            try await world.post(by: leia), try await world.post(by: han),
            try await world.post(by: leia),
        ]
        let comments = [
            try await world.session(han).comment(on: posts[0].id, "1"),
            try await world.session(luke).comment(on: posts[0].id, "2"),
        ]
        try await world.session(leia).delete(posts[2].id)
        let ids = [
            posts[1].id.pushID, posts[2].id.pushID, comments[1].id.pushID, posts[0].id.pushID,
        ]
        let shown = try await world.session(luke).items(ids)
        #expect(shown.map(\.id) == [ids[0], ids[2], ids[3]])
        #expect(shown[1] == .comment(comments[1]))
        let first = try await world.session(luke).post(posts[0].id)
        #expect(shown[2] == .post(first) && first.commentCount == 2)
        try await world.session(han).block(luke)
        #expect(try await world.session(luke).items(ids).map(\.id) == [ids[2], ids[3]])
        let commentIDs = [comments[1].id.pushID, comments[0].id.pushID]
        #expect(try await world.session(luke).items(commentIDs) == [.comment(comments[1])])
    }

    @Test("Everything up to a post becomes read", arguments: Storage.allCases)
    func readMarker(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let session = world.session(leia)
        #expect(try await session.readMarker() == nil)
        var posts: [PostView] = []
        for _ in 1...5 { posts.append(try await world.post(by: leia)) }
        try await session.markRead(upTo: posts[2].id)
        #expect(try await session.readMarker() == posts[2].id)
        #expect(try await session.newPosts().posts == [posts[4], posts[3]])
        #expect(try await session.home().marker == posts[2].id)
        // An older marker makes nothing unread.
        try await session.markRead(upTo: posts[0].id)
        #expect(try await session.readMarker() == posts[2].id)
        try await session.markShown(try await session.timeline(limit: 1))
        #expect(try await session.readMarker() == posts[4].id)
        #expect(try await session.newPosts().posts == [posts[3]])
        #expect(try await session.readPosition().lastShown == posts[4].id)
        try await session.markRead(upTo: Post.ID(.max))
        #expect(try await session.readMarker() == posts[4].id)
        #expect(try await session.newPosts().posts.isEmpty)
        #expect(try await session.readPosition().lastShown == posts[4].id)
        // A post that arrives late is new.
        let late = try await session.post(
            [TestPhotos.file(seed: 9)],
            date: posts[0].createdAt - 60
        )
        #expect(try await session.newPosts().posts == [late])
    }

    @Test("Activity up to an item becomes seen", arguments: Storage.allCases)
    func seenActivity(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: leia)
        for text in ["1", "2", "3"] {
            world.clock.advance(by: 1)
            _ = try await world.session(han).comment(on: post.id, text)
        }
        let session = world.session(leia)
        #expect(try await session.newActivityCount() == 3)
        let items = try await session.activity().items
        #expect(items.map { $0.comment?.text } == ["3", "2", "1"])
        let cursor = try #require(items[1].cursor)
        #expect(ActivityCursor(cursor.description) == cursor)
        #expect(try await session.activity(after: cursor).items.map { $0.comment?.text } == ["1"])
        try await session.markActivitySeen(upTo: cursor)
        #expect(try await session.newActivityCount() == 1)
        #expect(try await session.activity().items.map(\.isNew) == [true, false, false])
        // An older item makes nothing unseen, and one of the future hides nothing.
        try await session.markActivitySeen(upTo: try #require(items[2].cursor))
        #expect(try await session.newActivityCount() == 1)
        let future = ActivityEvent(.like, by: han, arrival: 1_000_000, stamp: .max)
        try await session.markActivitySeen(upTo: ActivityCursor(future.position, lastVisit: 0))
        #expect(try await session.newActivityCount() == 0)
        world.clock.advance(by: 1)
        _ = try await world.session(han).comment(on: post.id, "4")
        #expect(try await session.newActivityCount() == 1)
    }
}
