import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Search")
struct SearchTests {
    private static func captions(_ page: SearchPage) -> [String] {
        page.hits.map { $0.comment?.text ?? $0.post.caption }
    }

    @Test(arguments: Storage.allCases)
    func allWordsAreNeededAndThoseTogetherComeFirst(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let together = try await world.post(by: leia, "Golden sun over Hoth")
        try await world.post(by: leia, "Sun, and a golden field")
        try await world.post(by: leia, "golden only")
        world.clock.advance(by: 1)
        _ = try await world.session(leia).comment(on: together.id, "what a golden sun!")
        func found(_ text: String) async throws -> [String] {
            Self.captions(try await world.session(leia).search(text))
        }
        #expect(
            try await found("GOLDEN sun") == [
                "what a golden sun!", "Golden sun over Hoth", "Sun, and a golden field",
            ]
        )
        #expect(try await found("\"a golden\"").count == 2)
        #expect(try await found("gold*").count == 4)
        #expect(try await found("gold").isEmpty)
        #expect(try await found("golden -sun").count == 3)
    }

    @Test(arguments: Storage.allCases)
    func pagesHoldEveryHitOnce(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for number in 0..<23 {
            // Some posts have the same time: their IDs differ only in the random bits.
            if number.isMultiple(of: 4) { world.clock.advance(by: 1) }
            let caption = number.isMultiple(of: 3) ? "red sun \(number)" : "sun of red \(number)"
            try await world.session(leia).post([TestPhotos.file(seed: 1)], caption: caption)
        }
        let whole = try await world.session(leia).search("red sun", limit: 100)
        #expect(whole.hits.count == 23)
        #expect(whole.next == nil)
        #expect(whole.hits.prefix(8).allSatisfy { $0.post.caption.hasPrefix("red sun") })
        var found: [SearchHit] = []
        var cursor: SearchCursor?
        repeat {
            let page = try await world.session(leia).search("red sun", after: cursor, limit: 3)
            found += page.hits
            cursor = page.next
        } while cursor != nil
        #expect(found == whole.hits)
    }

    /// After the newest fifty, hits are ordered by time alone, for every page size, even if many
    /// texts have the same time.
    @Test(arguments: Storage.allCases, [1.0, 0])
    func onlyTheNewestAreRanked(storage: Storage, step: Double) async throws {
        let world = try TestWorld(storage)
        var make = ChangeMaker()
        make.step = step
        let posts = (0..<140)
            .map { make.post(.leia, $0.isMultiple(of: 7) ? "red sun" : "sun so red") }
        try world.repository.apply([try make.user(.leia, "leia")] + posts)
        let newestFirst = posts.reversed().map(\.post)
        let typed = Set(posts.indices.filter { $0.isMultiple(of: 7) }.map { posts[$0].post })
        let newest = newestFirst.prefix(50)
        let expected =
            newest.filter(typed.contains) + newest.filter { !typed.contains($0) }
            + newestFirst.dropFirst(50)
        for limit in [7, 50, 1000] {
            var found: [Post.ID] = []
            var cursor: SearchCursor?
            repeat {
                let page = try await world.guest.search(
                    "red sun",
                    after: cursor,
                    limit: limit
                )
                found += page.hits.map(\.post.id)
                cursor = page.next
            } while cursor != nil
            #expect(found == Array(expected), "\(limit)")
        }
    }

    @Test(arguments: Storage.allCases)
    func usersAndTagsComeWithTheFirstPage(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        _ = try await world.user("aleiax")
        try await world.post(by: leia, "#leia_was_here and @leia")
        let page = try await world.guest.search("Leia")
        #expect(page.users.map(\.username) == ["leia", "aleiax"])
        #expect(page.tags.map(\.tag.name) == ["leia_was_here"])
        #expect(page.hits.count == 1)
        let tagged = try await world.guest.search("#leia_was_here")
        #expect(tagged.hits[0].excerpt.parts.first?.text == "#leia_was_here")
        #expect(try await world.guest.search("#LEIA").tags.count == 1)
        let named = try await world.guest.search("@Leia")
        #expect(named.hits.count == 1)
        #expect(named.users.count == 2)
    }

    @Test(arguments: Storage.allCases)
    func allWordsAreNeededBesideATagOrAName(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "#sunset over Hoth, with @leia")
        try await world.post(by: leia, "#sunset on Endor")
        try await world.post(by: leia, "Hoth again, @leia")
        func found(_ text: String) async throws -> [String] {
            Self.captions(try await world.guest.search(text))
        }
        #expect(try await found("#sunset hoth") == ["#sunset over Hoth, with @leia"])
        #expect(try await found("#sunset, \"on endor\"") == ["#sunset on Endor"])
        #expect(try await found("@leia hoth").count == 2)
        #expect(try await found("@leia #sunset") == ["#sunset over Hoth, with @leia"])
        #expect(try await found("#sunset moon").isEmpty)
        #expect(try await found(" #sunset ").count == 2)
        #expect(try await found("@leia! ").count == 2)
    }

    /// No query throws, and all repositories return the same hits.
    @Test(arguments: [
        "\"", "\"\"\"", "*", "a*b", "AND", "NOT", "NEAR(", "a AND", "{", "text_words:a", "^a",
        "a + b", "-a", "a\"b",
        "'; DROP TABLE post; --", "%", "_", "\\", "\u{0}", "a\u{0}b", "\u{202E}", "⋃", "\u{10FFFF}",
        "#", "@", "##", "#\u{0}",
        "@\u{0}", "🌅", "e\u{301}", "\u{301}", "(((((", "a OR b", "col:x", "\u{FFFD}", "𝒜", "ﷺ",
        "*\"", "“a", "rowid", "rank",
    ])
    func anyTextIsAQuery(text: String) async throws {
        var answers: [[String]] = []
        for storage in [Storage.inMemory, .sqliteInMemory] {
            let world = try TestWorld(storage)
            let leia = try await world.user("leia")
            try await world.post(
                by: leia,
                "a b AND not near text_words rowid rank é 🌅 col x A\u{301} \(text.filter { $0 != "\0" })"
            )
            try await world.post(by: leia, "nothing")
            let long = String(repeating: text, count: 100_000 / max(1, text.utf8.count))
            let pages = [
                try await world.session(leia).search(text),
                try await world.session(leia).search(long),
            ]
            answers.append(pages.flatMap { Self.captions($0) + $0.tags.map(\.tag.name) })
        }
        #expect(answers[0] == answers[1])
    }

    @Test(arguments: Storage.allCases)
    func deletedAndEditedTextsAreNotFound(storage: Storage) throws {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        make.step = 0
        let posts = ["one sun", "two sun", "three sun"].map { make.post(.leia, $0) }
        let comment = make.comment(.leia, on: posts[0], "sun too")
        try repository.apply([try make.user(.leia, "leia")] + posts + [comment])
        func found() throws -> [TextID] {
            try repository.read { reader in
                let pattern = try TextQuery("sun").pattern(expand: reader.words)
                return try pattern.map {
                    try reader.texts(matching: $0, before: .max, from: .min, limit: 9)
                } ?? []
            }
        }
        #expect(try found().count == 4)
        try repository.apply([make.change(.leia, .captionEdited(posts[1].post, caption: "moon"))])
        #expect(
            try found()
                == [.comment(comment.comment), .caption(posts[2].post), .caption(posts[0].post)]
        )
        try repository.apply([make.change(.leia, .postDeleted(posts[0].post))])
        #expect(try found() == [.caption(posts[2].post)])
        try repository.apply([make.change(.leia, .profileRemoved)])
        #expect(try found() == [])
        #expect(try repository.read { try $0.words(startingWith: "", limit: 9) } == [])
        #expect(try repository.audit(repairing: false).isEmpty)
    }
}
