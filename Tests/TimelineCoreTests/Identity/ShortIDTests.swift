import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Short IDs")
struct ShortIDTests {
    private static func post(_ text: String) throws -> Change {
        let content = Post.Content(photos: [TestPhotos.photo(seed: 1)])
        return Change(
            stamp: try #require(PushID(text)),
            author: .leia,
            action: .postAdded(content)
        )
    }

    private static func world(_ storage: Storage, _ texts: [String]) throws -> TestWorld {
        let world = try TestWorld(storage)
        var make = ChangeMaker()
        try world.repository.apply([try make.user(.leia, "leia")] + texts.map(post))
        return world
    }

    private static let texts = [
        "-K25Fj8p2ArUMz3awt3T", "-K25Fj8p2ArUMz4awt3T", "-K25Fj8p2ArUM-abcdef",
    ]

    @Test(arguments: Storage.allCases)
    func aUniqueEndingOfFourCharactersIsEnough(storage: Storage) async throws {
        let world = try Self.world(storage, Self.texts)
        for name in ["3awt3T", "-K25Fj8p2ArUMz3awt3T"] {
            #expect(try await world.guest.postID(matching: name).description == Self.texts[0])
        }
        for name in ["cdef", "abcdef", "-abcdef", "8p2ArUM-abcdef"] {
            #expect(try await world.guest.postID(matching: name).description == Self.texts[2])
        }
    }

    @Test(arguments: Storage.allCases)
    func anAmbiguousEndingListsTheCandidates(storage: Storage) async throws {
        let world = try Self.world(storage, Self.texts)
        let error = TimelineError.ambiguousIdentifier(
            "awt3T",
            candidates: Array(Self.texts.prefix(2))
        )
        await #expect(throws: error) { try await world.guest.postID(matching: "awt3T") }
    }

    @Test(arguments: Storage.allCases)
    func anUnknownShortIDIsAnError(storage: Storage) async throws {
        let world = try Self.world(storage, Self.texts)
        let missing = "-K25Fj8p2ArUMz9awt3T"
        for name in ["wxyz", missing] {
            await #expect(throws: TimelineError.postNotFound(name)) {
                try await world.guest.postID(matching: name)
            }
        }
        for name in ["", "t3T", "t3T!", "é3T", missing + "a"] {
            await #expect(throws: TimelineError.invalidIdentifier(name)) {
                try await world.guest.postID(matching: name)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func aShortIDIdentifiesAPostOrAComment(storage: Storage) async throws {
        let world = try Self.world(storage, [Self.texts[0]])
        let post = try #require(Post.ID(Self.texts[0]))
        let comment = Change(
            stamp: try #require(PushID("-K25Fj8q2ArUMz4awt3T")),
            author: .leia,
            action: .commentAdded(post, text: "hm")
        )
        try world.repository.apply([comment])
        #expect(try await world.guest.item(matching: "3awt3T") == .post(post))
        #expect(try await world.guest.item(matching: "4awt3T") == .comment(comment.comment))
        let both = TimelineError.ambiguousIdentifier(
            "awt3T",
            candidates: [Self.texts[0], comment.stamp.description]
        )
        await #expect(throws: both) { try await world.guest.item(matching: "awt3T") }
        await #expect(throws: TimelineError.itemNotFound("wxyz")) {
            try await world.guest.item(matching: "wxyz")
        }
    }

    @Test(arguments: [
        ("-K25Fj8p2ArUMz3awt3T", "Mz3awt3T"), ("-K25Fj8p2ArU-z3awt3T", "U-z3awt3T"),
        ("-K25Fj8p2Ar--z3awt3T", "r--z3awt3T"), ("--------------------", "--------------------"),
    ])
    func aShortIDNeverLooksLikeAnOption(text: String, name: String) throws {
        #expect(try #require(Post.ID(text)).shortID == name)
    }

    @Test(arguments: Storage.allCases)
    func everyShortIDIdentifiesItsPost(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try world.repository.apply(ChangeScript(seed: 31, count: 600).changes)
        let posts = try await world.guest.page(of: .everyone, limit: 100).posts
        #expect(posts.count > 20)
        for post in posts {
            #expect(try await world.guest.postID(matching: post.id.shortID) == post.id)
        }
    }
}
