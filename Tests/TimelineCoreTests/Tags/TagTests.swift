import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Posts by tag, and mentions")
struct TagTests {
    @Test(arguments: Storage.allCases)
    func pagesAreComplete(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for number in 0..<7 {
            try await world.post(by: leia, number.isMultiple(of: 2) ? "#even" : "#odd")
        }
        var captions: [String] = []
        var cursor: Post.ID?
        repeat {
            let page = try await world.session(leia)
                .posts(
                    tagged: try Tag("even"),
                    before: cursor,
                    limit: 2
                )
            captions += page.posts.map(\.caption)
            cursor = page.next
        } while cursor != nil
        #expect(captions == ["#even", "#even", "#even", "#even"])
        #expect(try await world.guest.tags(startingWith: "#Ev").map(\.postCount) == [4])
    }

    @Test(arguments: Storage.allCases)
    func mentionsFollowTheDisplayedUsername(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let post = try await world.post(by: han, "For @Leia.")
        try await world.post(by: leia, "mail leia@example.org")
        world.clock.advance(by: 1)
        let comment = try await world.session(han).comment(on: post.id, "Hi @leia")
        let page = try await world.session(leia).mentions(of: leia, limit: 1)
        #expect(page.hits.map(\.comment?.id) == [comment.id])
        #expect(page.hits[0].excerpt.parts.filter(\.isMatch).map(\.text) == ["@leia"])
        let rest = try await world.session(leia).mentions(of: leia, after: page.next)
        #expect(rest.hits.map(\.post.id) == [post.id])
        #expect(rest.next == nil)
        var update = ProfileUpdate()
        update.username = try Username("organa")
        try await world.session(leia).updateProfile(update)
        #expect(try await world.session(leia).mentions(of: leia).hits.count == 2)
        let other = try await world.signUp("rey")
        update.username = try Username("leia")
        _ = try await other.session.updateProfile(update)
        #expect(try await world.session(leia).mentions(of: leia).hits.isEmpty)
        #expect(try await world.session(leia).mentions(of: other.user.id).hits.count == 2)
    }
}
