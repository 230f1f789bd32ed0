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
        try await world.session(leia).follow(han)
        #expect(Self.captions(try await world.session(leia).page(of: .home)) == ["h1", "l1"])
        #expect(Self.captions(try await world.session(leia).page(of: .user(luke))) == ["s1"])
        let everyone = try await world.guest.page(of: .everyone, limit: 2)
        #expect(Self.captions(everyone) == ["s1", "h1"])
        let rest = try await world.guest.page(of: .everyone, before: everyone.next)
        #expect(Self.captions(rest) == ["l1"])
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.guest.page(of: .home)
        }
    }

    @Test(arguments: Storage.allCases)
    func aFeedOfNobodyIsAnError(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let nobody = User.ID(number: 200)
        let refusal = TimelineError.userNotFound(nobody.description)
        await #expect(throws: refusal) { try await world.session(nobody).timeline() }
        await #expect(throws: refusal) {
            try await world.guest.page(of: .user(nobody))
        }
    }

    @Test(arguments: Storage.allCases)
    func newPostsStayNewUntilAllAreShown(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "old")
        try await world.session(leia).markShown(try await world.session(leia).timeline())
        for number in 1...5 { try await world.post(by: leia, "n\(number)") }

        let first = try await world.session(leia).newPosts(limit: 2)
        #expect(Self.captions(first) == ["n5", "n4"])
        try await world.session(leia).markShown(first)
        #expect(
            Self.captions(try await world.session(leia).newPosts()) == [
                "n5", "n4", "n3", "n2", "n1",
            ]
        )
        let rest = try await world.session(leia).newPosts(before: first.next, limit: 5)
        #expect(Self.captions(rest) == ["n3", "n2", "n1"])
        try await world.session(leia).markShown(rest)
        #expect(try await world.session(leia).newPosts().posts.isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func newPostsAreThoseSinceTheLastLook(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "old")
        #expect(Self.captions(try await world.session(leia).newPosts()) == ["old"])
        try await world.session(leia).markShown(try await world.session(leia).newPosts())
        #expect(try await world.session(leia).newPosts().posts.isEmpty)
        try await world.post(by: leia, "new")
        #expect(Self.captions(try await world.session(leia).newPosts()) == ["new"])
    }

    @Test(arguments: Storage.allCases)
    func oneComesBackWhereOneWas(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for number in 1...5 { try await world.post(by: leia, "\(number)") }
        let first = try await world.session(leia).resumedPage(limit: 2)
        #expect(Self.captions(first) == ["5", "4"])
        try await world.session(leia).markShown(first)
        let second = try await world.session(leia).resumedPage(limit: 2)
        #expect(Self.captions(second) == ["3", "2"])
        try await world.session(leia).markShown(second)

        // The newest seen stays the newest; an empty page moves nothing.
        let empty = try await world.session(leia).newPosts()
        #expect(empty.posts.isEmpty)
        try await world.session(leia).markShown(empty)
        #expect(Self.captions(try await world.session(leia).resumedPage(limit: 2)) == ["1"])
    }

    @Test(arguments: Storage.allCases)
    func followingShowsAllPostsAtOnceAndUnfollowingNone(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        for number in 1...3 { try await world.post(by: han, "\(number)") }
        #expect(try await world.session(leia).timeline().posts.isEmpty)
        try await world.session(leia).follow(han)
        let page = try await world.session(leia).timeline()
        #expect(Self.captions(page) == ["3", "2", "1"])
        try await world.session(leia).unfollow(han)
        #expect(try await world.session(leia).timeline().posts.isEmpty)
    }
}
