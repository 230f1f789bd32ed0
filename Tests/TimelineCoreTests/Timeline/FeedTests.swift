import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Feeds and where a reader was")
struct FeedTests {
    private static func captions(_ page: TimelinePage) -> [String] { page.posts.map(\.caption) }

    @Test(arguments: Storage.allCases)
    func eachFeedHoldsItsPosts(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        try await world.post(by: leia, "l1")
        try await world.post(by: han, "h1")
        try await world.post(by: luke, "s1")
        try await world.engine.follow(han, by: leia)
        let engine = world.engine
        #expect(Self.captions(try await engine.page(of: .home, for: leia)) == ["h1", "l1"])
        #expect(Self.captions(try await engine.page(of: .user(luke), for: leia)) == ["s1"])
        let everyone = try await engine.page(of: .everyone, for: nil, limit: 2)
        #expect(Self.captions(everyone) == ["s1", "h1"])
        let rest = try await engine.page(of: .everyone, for: nil, before: everyone.next)
        #expect(Self.captions(rest) == ["l1"])
        await #expect(throws: TimelineError.notLoggedIn) {
            try await engine.page(of: .home, for: nil)
        }
    }

    @Test(arguments: Storage.allCases)
    func aFeedOfNobodyIsAnError(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let nobody = User.ID(number: 200)
        let refusal = TimelineError.userNotFound(nobody.description)
        await #expect(throws: refusal) { try await world.engine.timeline(of: nobody) }
        await #expect(throws: refusal) {
            try await world.engine.page(of: .user(nobody), for: nil)
        }
    }

    @Test(arguments: Storage.allCases)
    func newPostsStayNewUntilAllAreShown(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let engine = world.engine
        try await world.post(by: leia, "old")
        try await engine.markShown(try await engine.timeline(of: leia), to: leia)
        for number in 1...5 { try await world.post(by: leia, "n\(number)") }

        let first = try await engine.newPosts(for: leia, limit: 2)
        #expect(Self.captions(first) == ["n5", "n4"])
        try await engine.markShown(first, to: leia)
        #expect(
            Self.captions(try await engine.newPosts(for: leia)) == ["n5", "n4", "n3", "n2", "n1"]
        )
        let rest = try await engine.newPosts(for: leia, before: first.next, limit: 5)
        #expect(Self.captions(rest) == ["n3", "n2", "n1"])
        try await engine.markShown(rest, to: leia)
        #expect(try await engine.newPosts(for: leia).posts.isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func newPostsAreThoseSinceTheLastLook(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let engine = world.engine
        try await world.post(by: leia, "old")
        #expect(Self.captions(try await engine.newPosts(for: leia)) == ["old"])
        try await engine.markShown(try await engine.newPosts(for: leia), to: leia)
        #expect(try await engine.newPosts(for: leia).posts.isEmpty)
        try await world.post(by: leia, "new")
        #expect(Self.captions(try await engine.newPosts(for: leia)) == ["new"])
    }

    @Test(arguments: Storage.allCases)
    func oneComesBackWhereOneWas(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let engine = world.engine
        for number in 1...5 { try await world.post(by: leia, "\(number)") }
        let first = try await engine.resumedPage(for: leia, limit: 2)
        #expect(Self.captions(first) == ["5", "4"])
        try await engine.markShown(first, to: leia)
        let second = try await engine.resumedPage(for: leia, limit: 2)
        #expect(Self.captions(second) == ["3", "2"])
        try await engine.markShown(second, to: leia)

        // The newest seen stays the newest; an empty page moves nothing.
        let empty = try await engine.newPosts(for: leia)
        #expect(empty.posts.isEmpty)
        try await engine.markShown(empty, to: leia)
        #expect(Self.captions(try await engine.resumedPage(for: leia, limit: 2)) == ["1"])
    }

    @Test(arguments: Storage.allCases)
    func followingShowsAllPostsAtOnceAndUnfollowingNone(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        for number in 1...3 { try await world.post(by: han, "\(number)") }
        #expect(try await world.engine.timeline(of: leia).posts.isEmpty)
        try await world.engine.follow(han, by: leia)
        let page = try await world.engine.timeline(of: leia)
        #expect(Self.captions(page) == ["3", "2", "1"])
        try await world.engine.unfollow(han, by: leia)
        #expect(try await world.engine.timeline(of: leia).posts.isEmpty)
    }
}
