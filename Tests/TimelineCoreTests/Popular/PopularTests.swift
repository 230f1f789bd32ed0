import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Popular posts")
struct PopularTests {
    @Test func theScoreFollowsTheFormula() {
        let popularity = Popularity(likes: 3, comments: 2, age: 7200)
        #expect(popularity.points == 7)
        #expect(abs(popularity.score - 7 / pow(4, 1.8)) < 1e-12)
        #expect(Popularity(likes: 1, comments: 0, age: -50).hours == 0)
    }

    @Test(arguments: Storage.allCases)
    func olderPostsScoreLower(storage: Storage) async throws {
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
}
