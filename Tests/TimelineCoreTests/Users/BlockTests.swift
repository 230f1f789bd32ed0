import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Blocks")
struct BlockTests {
    /// A store in which cem has blocked dan, and eve is a friend of both.
    private struct Stage {
        let world: TestWorld
        let (cem, dan, eve): (UserSession, UserSession, UserSession)
        /// The posts by each of them: "cem #sea", "dan #sea" and "eve #sea", all near one place.
        let (cems, dans, eves): (Post.ID, Post.ID, Post.ID)

        init(_ storage: Storage, isBlocking: Bool = true) async throws {
            world = try TestWorld(storage)
            cem = try await world.signUp("cem").session
            dan = try await world.signUp("dan").session
            eve = try await world.signUp("eve").session
            var posts: [Post.ID] = []
            let position = Coordinate(latitude: 38, longitude: 27)
            let place = Place(name: "Izmir", coordinate: position)
            for (index, session) in [cem, dan, eve].enumerated() {
                for other in [cem, dan, eve] where other.userID != session.userID {
                    world.clock.advance(by: 1)
                    try await session.follow(other.userID)
                }
                world.clock.advance(by: 1)
                let name = try await session.user().username
                let post = try await session.post(
                    [TestPhotos.file(seed: index)],
                    caption: "\(name) #sea",
                    place: place
                )
                posts.append(post.id)
            }
            (cems, dans, eves) = (posts[0], posts[1], posts[2])
            for session in [dan, cem] {
                for post in posts {
                    world.clock.advance(by: 1)
                    try await session.like(post)
                    _ = try await session.comment(on: post, "hello @cem @dan @eve")
                }
            }
            world.clock.advance(by: 1)
            if isBlocking { try await cem.block(dan.userID) }
        }
    }

    @Test("Replies, likes, follows and mentions are refused both ways", arguments: Storage.allCases)
    func refusals(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let (cem, dan) = (stage.cem, stage.dan)
        let photo = [TestPhotos.file(seed: 9)]
        for (session, other, name, post, error) in [
            (dan, cem, "cem", stage.cems, TimelineError.blockedByUser("cem")),
            (cem, dan, "dan", stage.dans, .userBlocked("dan")),
        ] {
            let own = name == "cem" ? stage.dans : stage.cems
            try await session.unlike(post)
            await #expect(throws: error) { _ = try await session.comment(on: post, "hello") }
            await #expect(throws: error) { try await session.like(post) }
            await #expect(throws: error) { try await session.follow(other.userID) }
            await #expect(throws: error) {
                _ = try await session.comment(on: stage.eves, "see @\(name)")
            }
            await #expect(throws: error) { try await session.post(photo, caption: "@\(name)") }
            await #expect(throws: error) { try await session.edit(own, caption: "@\(name)") }
            await #expect(throws: error) {
                try await session.edit(own, PostEdit(caption: "with @\(name.uppercased())"))
            }
        }
        #expect(TimelineError.blockedByUser("cem").description == "@cem has blocked you.")
        #expect(try await stage.eve.postPage(stage.cems).comments.count == 2)
        // Others are reachable, and so is everything that takes something back.
        _ = try await dan.comment(on: stage.eves, "hello @eve")
        try await dan.unfollow(cem.userID)
        try await cem.unblock(dan.userID)
        stage.world.clock.advance(by: 1)
        #expect(try await dan.follow(cem.userID).followedByViewer)
        _ = try await dan.comment(on: stage.cems, "hello again")
        #expect(try await cem.comments(on: stage.cems).count == 3)
    }

    @Test("Other edits of a text keep its mentions", arguments: Storage.allCases)
    func oldMentions(storage: Storage) async throws {
        let stage = try await Stage(storage, isBlocking: false)
        try await stage.dan.edit(stage.dans, caption: "with @cem")
        try await stage.cem.block(stage.dan.userID)
        stage.world.clock.advance(by: 1)
        try await stage.dan.edit(stage.dans, caption: "with @cem in Izmir")
        #expect(try await stage.dan.post(stage.dans).caption == "with @cem in Izmir")
    }

    @Test("The follows between them end, signed by each", arguments: Storage.allCases)
    func follows(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let (cem, dan) = (stage.cem, stage.dan)
        try stage.world.repository.read { reader in
            for (user, other) in [(cem, dan), (dan, cem)] {
                let followed = try reader.usersFollowed(by: user.userID)
                #expect(!followed.contains(other.userID))
                #expect(followed.contains(stage.eve.userID))
                let profile = try reader.profile(of: user.userID, for: nil)
                #expect(profile?.followerCount == 1 && profile?.followingCount == 1)
            }
        }
        try await cem.unblock(dan.userID)
        #expect(try await !cem.profile(of: dan.userID).followedByViewer)
        #expect(try await dan.timeline().posts.map(\.caption) == ["eve #sea", "dan #sea"])
        #expect(try stage.world.audit().isEmpty)
    }

    @Test("A clock that is behind prevents no block", arguments: Storage.allCases)
    func clockBehind(storage: Storage) async throws {
        let stage = try await Stage(storage, isBlocking: false)
        let (cem, dan) = (stage.cem, stage.dan)
        stage.world.clock.advance(by: -86_400)
        await #expect(throws: TimelineError.self) { try await cem.unfollow(dan.userID) }
        try await cem.block(dan.userID)
        #expect(try await cem.blockedUsers().map(\.id) == [dan.userID])
        try stage.world.repository.read { reader in
            for (user, other) in [(cem, dan), (dan, cem)] {
                let followed = try reader.usersFollowed(by: user.userID)
                #expect(!followed.contains(other.userID))
            }
        }
        stage.world.clock.advance(by: 86_401)
        try await cem.unblock(dan.userID)
        #expect(try await !cem.profile(of: dan.userID).followedByViewer)
        #expect(try stage.world.audit().isEmpty)
        #expect(try await stage.world.owner.examine().isEmpty)
    }

    @Test("Neither sees the other anywhere", arguments: Storage.allCases)
    func listings(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let sea = try Tag("sea")
        let izmir = try SearchArea(of: Coordinate(latitude: 38, longitude: 27), radius: 2000)
        for (session, other, posts) in [
            (stage.cem, stage.dan, [stage.eves, stage.cems]),
            (stage.dan, stage.cem, [stage.eves, stage.dans]),
        ] {
            let own = session.userID
            for limit in [1, 2, 20] {
                let first = Array(posts.prefix(limit))
                let everyone = try await session.page(of: .everyone, limit: limit)
                #expect(everyone.posts.map(\.id) == first)
                #expect(try await session.posts(tagged: sea, limit: limit).posts.map(\.id) == first)
                #expect(
                    try await session.posts(near: izmir, limit: limit).posts.map(\.post.id) == first
                )
                #expect(try await session.search("#sea", limit: limit).hits.map(\.post.id) == first)
                #expect(
                    try await session.popularPosts(limit: limit).count == first.count
                )
                let comments = try await session.comments(on: stage.eves, limit: limit)
                #expect(comments.map(\.author.id) == [own])
                let hits = try await session.search("hello", limit: limit).hits
                #expect(hits.allSatisfy { $0.comment?.author.id == own })
                #expect(hits.count == min(limit, 2))
                let users = try await session.users(UserQuery(limit: limit))
                #expect(users.count == min(limit, 2) && !users.contains { $0.id == other.userID })
                let activity = try await session.activity(limit: limit)
                #expect(activity.items.allSatisfy { $0.user.id == stage.eve.userID })
                #expect(activity.items.count == 1)
            }
            #expect(try await session.timeline().posts.map(\.id) == posts)
            #expect(try await session.home().page.posts.map(\.id) == posts)
            #expect(try await session.newPosts().posts.map(\.id) == posts)
            #expect(try await session.newActivityCount() == 1)
            let newest = try await session.newestComments(on: posts, limit: 1)
            #expect(newest.values.joined().allSatisfy { $0.author.id == own })
            #expect(newest.count == 2)
            let mentions = try await session.mentions(of: stage.eve.userID).hits
            #expect(mentions.allSatisfy { $0.comment?.author.id == own })
            let likers = try await session.likers(of: stage.eves)
            #expect(likers.map(\.id) == [own])
            let followers = UserQuery(.followers(of: stage.eve.userID))
            #expect(try await session.users(followers).map(\.id) == [own])
            let page = try await session.profilePage(of: other.userID)
            #expect(page.posts.posts.isEmpty)
            #expect(page.profile.blockedByViewer == (own == stage.cem.userID))
            #expect(page.profile.blocksViewer == (own == stage.dan.userID))
            #expect(try await session.page(of: .user(other.userID)).posts.isEmpty)
            let hidden = own == stage.cem.userID ? stage.dans : stage.cems
            await #expect(throws: TimelineError.postNotFound(hidden.description)) {
                _ = try await session.postPage(hidden)
            }
            #expect(try await session.postID(matching: hidden.description) == hidden)
        }
        // A third person sees both.
        #expect(try await stage.eve.page(of: .everyone).posts.count == 3)
        #expect(try await stage.eve.comments(on: stage.eves).count == 2)
        try await stage.cem.unblock(stage.dan.userID)
        #expect(try await stage.cem.page(of: .everyone).posts.count == 3)
        #expect(try await stage.dan.comments(on: stage.eves).count == 2)
    }

    @Test("Observations of a page end with the block", arguments: Storage.allCases)
    func observation(storage: Storage) async throws {
        let stage = try await Stage(storage, isBlocking: false)
        var pages = stage.dan.observe(stage.cems).makeAsyncIterator()
        #expect(try await pages.next() != nil)
        try await stage.cem.block(stage.dan.userID)
        #expect(try await pages.next() == nil)
    }

    @Test("Every account lists and ends its blocks", arguments: Storage.allCases)
    func lists(storage: Storage) async throws {
        let stage = try await Stage(storage)
        let unknown = User.ID(UUID())
        try await stage.cem.block(unknown)
        try await stage.cem.block(stage.cem.userID)
        let end = String(unknown.description.suffix(12)).lowercased()
        #expect(try await stage.cem.blockedUsers().map(\.username) == [end, "dan"].sorted())
        #expect(try await stage.cem.blockedUser(named: "@Dan").id == stage.dan.userID)
        #expect(try await stage.cem.blockedUser(named: unknown.description).id == unknown)
        #expect(try await stage.dan.blockedUsers().isEmpty)
        await #expect(throws: TimelineError.userNotFound("eve")) {
            _ = try await stage.cem.blockedUser(named: "eve")
        }
        // Each of two may block the other.
        try await stage.dan.block(stage.cem.userID)
        try await stage.cem.unblock(stage.dan.userID)
        await #expect(throws: TimelineError.blockedByUser("dan")) {
            try await stage.cem.follow(stage.dan.userID)
        }
        try await stage.cem.unblock(unknown)
        #expect(try await stage.cem.blockedUsers().isEmpty)
    }
}
