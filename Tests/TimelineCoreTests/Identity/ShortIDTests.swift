import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Short IDs")
struct ShortIDTests {
    /// IDs of posts by leia, found by trying nonces.
    private struct IDs {
        /// Two posts whose IDs end in the same four characters.
        private(set) var twins: [BoundID<Post>] = []
        /// A post whose ID has a hyphen before the last six characters.
        private(set) var hyphenated: BoundID<Post>?
        /// Another post, and a comment on the first one whose ID ends in the same four characters.
        private(set) var last: (post: BoundID<Post>, comment: BoundID<TimelineCore.Comment>)?

        init() {
            // The last four characters stand for 24 bits.
            var posts: [[UInt8]: BoundID<Post>] = [:]
            for number in 0..<10_000 {
                let post = Self.post(number)
                if post.stamp.description.suffix(7).first == "-" { hyphenated = post }
                let twin = posts.updateValue(post, forKey: post.id.bytes.suffix(3))
                if let twin, twins.isEmpty { twins = [twin, post] }
            }
            var number = 0
            while last == nil, let first = twins.first {
                let comment: BoundID<TimelineCore.Comment> = Self.id(number, 1, on: first.id)
                last = posts[comment.id.bytes.suffix(3)].map { ($0, comment) }
                number += 1
            }
        }

        static func post(_ number: Int) -> BoundID<Post> { id(number, 0, on: nil) }

        private static func id<Subject>(
            _ number: Int,
            _ milliseconds: UInt64,
            on post: Post.ID?
        ) -> BoundID<Subject> {
            BoundID(
                milliseconds: TestEnvironment.start.millisecondsSince1970 + milliseconds,
                nonce: Nonce(number: UInt64(number)),
                author: .leia,
                on: post
            )
        }
    }

    private static let ids = IDs()

    private static func sign(
        _ content: RecordContent,
        at stamp: PushID
    ) throws -> VerifiedRecord {
        try VerifiedRecord(
            author: .leia,
            stamp: stamp,
            content: content,
            signedWith: TestPeople.keys(of: .leia).device
        )
    }

    private static func post(_ id: BoundID<Post>) throws -> VerifiedRecord {
        let content = Post.Content(photos: [TestPhotos.photo(seed: 1)])
        return try sign(.postSet(id, content), at: id.stamp)
    }

    private static func world(_ storage: Storage, _ posts: [BoundID<Post>]) throws -> TestWorld {
        let world = try TestWorld(storage)
        var make = RecordMaker()
        try world.repository.apply([make.user(.leia, "leia")] + posts.map(post))
        return world
    }

    @Test(arguments: Storage.allCases)
    func aUniqueEndingOfFourCharactersIsEnough(storage: Storage) async throws {
        let (twin, other) = (Self.ids.twins[0], try #require(Self.ids.hyphenated))
        let world = try Self.world(storage, Self.ids.twins + [other])
        for (id, lengths) in [(twin, [5, 20]), (other, [4, 6, 7, 15])] {
            for length in lengths {
                let name = String(id.stamp.description.suffix(length))
                #expect(try await world.guest.postID(matching: name) == id.id)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func anAmbiguousEndingListsTheCandidates(storage: Storage) async throws {
        let texts = Self.ids.twins.map(\.stamp.description).sorted()
        let world = try Self.world(storage, Self.ids.twins + [IDs.post(10_000)])
        let name = String(texts[0].suffix(4))
        let error = TimelineError.ambiguousIdentifier(name, candidates: texts)
        await #expect(throws: error) { try await world.guest.postID(matching: name) }
    }

    @Test(arguments: Storage.allCases)
    func anUnknownShortIDIsAnError(storage: Storage) async throws {
        let world = try Self.world(storage, Self.ids.twins)
        let missing = IDs.post(10_000).stamp.description
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
        let (post, comment) = try #require(Self.ids.last)
        let first = Self.ids.twins[0]
        let world = try Self.world(storage, [first, post])
        try world.repository.apply([
            Self.sign(
                .commentAdded(nonce: comment.nonce, post: first, text: "hm"),
                at: comment.stamp
            )
        ])
        let texts = [post.stamp.description, comment.stamp.description]
        let names = texts.map { String($0.suffix(6)) }
        #expect(try await world.guest.item(matching: names[0]) == .post(post.id))
        #expect(try await world.guest.item(matching: names[1]) == .comment(comment.id))
        let name = String(texts[0].suffix(4))
        let both = TimelineError.ambiguousIdentifier(name, candidates: texts)
        await #expect(throws: both) { try await world.guest.item(matching: name) }
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
        try world.repository.apply(RecordScript(seed: 31, count: 600).records)
        let posts = try await world.guest.page(of: .everyone, limit: 100).posts
        #expect(posts.count > 20)
        for post in posts {
            #expect(try await world.guest.postID(matching: post.id.shortID) == post.id)
        }
    }
}
