import Foundation
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@Suite("The home timeline with everything shown beside it")
struct HomeOverviewTests {
    @Test(arguments: Storage.allCases)
    func equalsTheSingleQuestions(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let login = try await world.logIn("leia")
        try await world.session(leia).follow(han)
        for number in 1...5 { try await world.post(by: number % 2 == 0 ? han : leia, "\(number)") }
        let posts = try await login.session.timeline().posts
        for number in 1...3 {
            _ = try await world.session(han).comment(on: posts[0].id, "comment \(number)")
        }
        try await login.session.markShown(try await login.session.timeline(before: posts[2].id))
        let (session, home) = try await world.guest.home(for: login.token, limit: 4)
        #expect(session.userID == leia)
        #expect(home.viewer.id == leia)
        #expect(home.page == (try await login.session.timeline(limit: 4)))
        #expect(home.page.epoch != nil)
        #expect(home.comments.keys.map(\.self) == [posts[0].id])
        #expect(home.comments[posts[0].id]?.map(\.text) == ["comment 2", "comment 3"])
        #expect(home.position == (try await session.readPosition()))
        #expect(home.marker == posts[3].id)
        #expect(home.newActivityCount == 3)
        #expect(home == (try await session.home(limit: 4)))
        let rest = try await session.home(before: home.page.next, limit: 4)
        #expect(rest.page.posts.map(\.caption) == ["1"])
        #expect(rest.page.previous == home.page.next)
        #expect(rest.marker == nil)
        #expect(home.postCount == nil)
        #expect(rest.postCount == 5)
    }

    @Test(arguments: Storage.allCases)
    func requiresASession(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let login = try await world.signUp("leia")
        let blob = try await login.session.post([TestPhotos.file(seed: 1)]).photos[0].blob
        #expect(try await world.guest.access(to: blob, for: login.token).isOwn)
        try await login.session.revoke(try #require(login.session.id))
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.guest.home(for: login.token)
        }
        await #expect(throws: TimelineError.notLoggedIn) { try await login.session.home() }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.guest.access(to: blob, for: login.token)
        }
        await #expect(throws: TimelineError.notLoggedIn) { try await login.session.activity() }
    }

    /// Checks that a page that is read in shards is as complete as any other.
    @Test func readsInShards() async throws {
        let world = try TestWorld(.sqliteInMemory).reading(by: .seek(shards: 2))
        let leia = try await world.user("leia")
        var make = RecordMaker()
        let users = (0..<10).map { User.ID(number: 1000 + $0) }
        try world.repository.apply(
            try users.enumerated().map { try make.user($1, "user_\($0)") }
        )
        try world.repository.apply(users.map { try make.record(leia, .followed($0)) })
        let posts = try users.prefix(3).map { try make.post($0) }
        try world.repository.apply(posts + [try make.comment(users[5], on: posts[1], "yes")])
        let home = try await world.session(leia).home(limit: 2)
        #expect(home.page.posts.map(\.id) == [posts[2].post, posts[1].post])
        #expect(home.comments.mapValues { $0.map(\.text) } == [posts[1].post: ["yes"]])
        #expect(home.viewer.id == leia)
    }

    @Test("A page is one snapshot, or a plan, the shards and the rest", arguments: Storage.allCases)
    func snapshots(storage: Storage) async throws {
        let world = try TestWorld(storage)
        _ = try await world.threeUsers()
        let login = try await world.logIn("leia")
        for (shards, expected) in [(1, 1), (3, 5)] {
            let repository = ForwardingRepository(
                world.repository,
                plan: .init(shardCount: shards)
            )
            let counted = try world.with(repository: repository)
            _ = try await counted.guest.home(for: login.token)
            #expect(repository.snapshotCount == expected)
            _ = try await counted.session(login.user.id).home()
            #expect(repository.snapshotCount == 2 * expected)
            _ = try await counted.session(login.user.id).timeline()
            #expect(repository.snapshotCount == 3 * expected)
        }
    }

    @Test func theMarkerIsBelowTheOldestUnreadPost() {
        var make = RecordMaker()
        let posts = (0..<6)
            .map { _ in
                PostView(
                    id: Post.ID(make.stamp()),
                    author: User(id: .leia, username: "leia"),
                    caption: "",
                    place: nil,
                    photos: [],
                    likeCount: 0,
                    commentCount: 0,
                    likedByViewer: false
                )
            }
        let ids = posts.map(\.id)
        func marker(_ numbers: [Int], after previous: Int? = nil, read: [ClosedRange<Int>]) -> Int?
        {
            let page = TimelinePage(
                numbers.map { posts[$0] },
                next: nil,
                after: previous.map { ids[$0] }
            )
            let intervals = read.map {
                ReadInterval(ids[$0.lowerBound]...ids[$0.upperBound], epoch: 1)
            }
            return ReadPosition(intervals: intervals).marker(in: page)
                .flatMap { ids.firstIndex(of: $0) }
        }
        #expect(marker([5, 4, 3], read: [0...3]) == 3)
        #expect(marker([5, 4, 3], read: [0...5]) == nil)
        #expect(marker([5, 4, 3], read: []) == nil)
        #expect(marker([5, 4, 3], read: [0...2]) == nil)
        #expect(marker([2, 1], after: 3, read: [0...2]) == 2)
        #expect(marker([2, 1], after: 3, read: [0...3]) == nil)
        #expect(marker([5, 4, 3, 2], read: [0...2, 4...4]) == 4)
    }
}
