import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Posts by tag, and mentions")
struct TagTests {
    @Test(arguments: Storage.allCases)
    func aPostCarriesTheTagsOfItsCaptionAndItsAuthorsComments(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let first = make.post(.leia, "A #Sunset")
        let second = make.post(.leia, "no tag")
        let own = make.comment(.leia, on: second, "#sunset #hoth")
        let others = make.comment(.han, on: second, "#falcon")
        try repository.apply(
            [try make.user(.leia, "leia"), try make.user(.han, "han"), first, second, own, others]
        )
        let range = PostRange(before: Post.ID(.max), limit: 10)
        func posts(_ tag: String) throws -> [Post.ID] {
            try repository.read { try $0.postIDs(tagged: try Tag(tag), in: range) }
        }
        func counts() throws -> [String] {
            try repository.read { try $0.tags(startingWith: "", limit: 9) }
                .map { "\($0.tag) \($0.postCount)" }
        }
        #expect(try posts("SUNSET") == [second.post, first.post])
        #expect(try posts("falcon") == [])
        #expect(try counts() == ["#sunset 2", "#hoth 1"])
        // A tag in both caption and comment counts once, until it is in neither.
        let edit = make.change(.leia, .captionEdited(second.post, caption: "now #sunset"))
        try repository.apply([edit])
        #expect(try counts() == ["#sunset 2", "#hoth 1"])
        try repository.apply([make.change(.leia, .commentDeleted(own.comment))])
        #expect(try counts() == ["#sunset 2"])
        try repository.apply([make.change(.leia, .captionEdited(second.post, caption: "none"))])
        #expect(try posts("sunset") == [first.post])
        try repository.apply([make.change(.leia, .postDeleted(first.post))])
        #expect(try counts() == [])
        #expect(try repository.audit(repairing: false).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func pagesAreComplete(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for number in 0..<7 {
            try await world.post(by: leia, number.isMultiple(of: 2) ? "#even" : "#odd")
        }
        var found: [String] = []
        var cursor: Post.ID?
        repeat {
            let page = try await world.session(leia)
                .posts(
                    tagged: try Tag("even"),
                    before: cursor,
                    limit: 2
                )
            found += page.posts.map(\.caption)
            cursor = page.next
        } while cursor != nil
        #expect(found == ["#even", "#even", "#even", "#even"])
        #expect(try await world.guest.tags(startingWith: "#Ev").map(\.postCount) == [4])
    }

    @Test(arguments: Storage.allCases)
    func mentionsFollowTheNameShown(storage: Storage) async throws {
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
        #expect(try await world.session(leia).mentions(of: leia).hits.isEmpty)
    }
}
