import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Popular posts")
struct PopularTests {
    @Test func theScoreIsTheFormula() {
        let popularity = Popularity(likes: 3, comments: 2, age: 7200)
        #expect(popularity.points == 7)
        #expect(abs(popularity.score - 7 / pow(4, 1.8)) < 1e-12)
        #expect(Popularity(likes: 1, comments: 0, age: -50).hours == 0)
    }

    @Test(arguments: Storage.allCases)
    func ageIsTakenOff(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, luke) = try await world.threeUsers()
        let old = try await world.post(by: leia, "old, two likes")
        try await world.session(han).like(old.id)
        try await world.session(luke).like(old.id)
        world.clock.advance(by: 30 * 24 * 3600)
        let new = try await world.post(by: leia, "new, one like")
        try await world.session(han).like(new.id)
        try await world.post(by: leia, "new, none")
        let posts = try await world.session(han).popularPosts()
        #expect(posts.map(\.post.caption) == ["new, one like", "old, two likes"])
        #expect(posts.allSatisfy { $0.post.likedByViewer })
        #expect(posts[0].popularity.score > posts[1].popularity.score)
        let week = try await world.session(han).popularPosts(within: 7 * 24 * 3600)
        #expect(week.map(\.post.id) == [new.id])
        #expect(try await world.session(han).popularPosts(limit: 0).isEmpty)
    }

    /// The SQLite repository stops reading its index early, and must still find the best posts.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func nothingBetterIsMissed(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        var make = ChangeMaker()
        let users = (1...40).map { User.ID(number: $0) }
        var changes = try users.enumerated().map { try make.user($1, "user\($0)") }
        for _ in 0..<400 {
            make.step = [0, 1, 600, 20_000].randomElement(using: &generator) ?? 1
            let post = make.post(users[0])
            changes.append(post)
            // Most posts get few likes, some very many.
            let fame = Double.random(in: 0...1, using: &generator)
            for user in users.prefix(Int(40 * pow(fame, 6))) {
                changes.append(make.change(user, .liked(post.post)))
            }
            for user in users.prefix(Int(9 * pow(fame, 9))) {
                changes.append(make.comment(user, on: post, "yes"))
            }
        }
        let oracle = InMemoryRepository()
        let repository = try Storage.sqliteInMemory.makeRepository()
        try oracle.apply(changes)
        try repository.apply(changes)
        let stamps = changes.map(\.stamp)
        for _ in 0..<60 {
            let seconds = Double.random(in: -1000...3_000_000, using: &generator)
            let now = Date(
                timeIntervalSince1970: TestEnvironment.start.timeIntervalSince1970 + seconds
            )
            let limit = [0, 1, 5, 20, 1000].randomElement(using: &generator) ?? 1
            let since = Post.ID(
                [.min, stamps.randomElement(using: &generator) ?? .min][Int(seed % 2)]
            )
            let expected = try oracle.read {
                try $0.popularPostIDs(at: now, since: since, limit: limit)
            }
            let found = try repository.read {
                try $0.popularPostIDs(at: now, since: since, limit: limit)
            }
            #expect(found == expected)
        }
    }
}
