import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Search")
struct SearchTests {
    private static func captions(_ page: SearchPage) -> [String] {
        page.hits.map { $0.comment?.text ?? $0.post.caption }
    }

    @Test(arguments: Storage.allCases)
    func allTokensMustMatchAndPhrasesComeFirst(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let together = try await world.post(by: leia, "Golden sun over Hoth")
        try await world.post(by: leia, "Sun, and a golden field")
        try await world.post(by: leia, "golden only")
        world.clock.advance(by: 1)
        _ = try await world.session(leia).comment(on: together.id, "what a golden sun!")
        func search(_ text: String) async throws -> [String] {
            Self.captions(try await world.session(leia).search(text))
        }
        #expect(
            try await search("GOLDEN sun") == [
                "what a golden sun!", "Golden sun over Hoth", "Sun, and a golden field",
            ]
        )
        #expect(try await search("\"a golden\"").count == 2)
        #expect(try await search("gold*").count == 4)
        #expect(try await search("gold").isEmpty)
        #expect(try await search("golden -sun").count == 3)
    }

    @Test(arguments: Storage.allCases)
    func nounsInKoreanAreFoundBeforeParticles(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let caption = "오늘은 서울에서 사진을 찍었다"
        try await world.post(by: leia, caption)
        try await world.post(by: leia, "서울 사진")
        func search(_ text: String) async throws -> [String] {
            Self.captions(try await world.session(leia).search(text))
        }
        for word in ["오늘", "서울에서", "찍었", "오늘 사진", "\"서울에서 사진을\""] {
            #expect(try await search(word) == [caption])
        }
        // The text with the words as typed comes first.
        #expect(try await search("서울 사진") == ["서울 사진", caption])
        #expect(try await search("사진 서울").count == 2)
        #expect(try await search("\"서울\"") == ["서울 사진"])
        for word in ["울에서", "부산", "서울역"] { #expect(try await search(word).isEmpty) }
        let hits = try await world.session(leia).search("오늘").hits
        #expect(hits.first?.excerpt.parts.first { $0.isMatch }?.text == "오늘은")
    }

    @Test(arguments: Storage.allCases)
    func pagesContainEveryHitOnce(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        for number in 0..<23 {
            // Some posts have the same timestamp, so their IDs differ only in the random bits.
            if number.isMultiple(of: 4) { world.clock.advance(by: 1) }
            let caption = number.isMultiple(of: 3) ? "red sun \(number)" : "sun of red \(number)"
            try await world.session(leia).post([TestPhotos.file(seed: 1)], caption: caption)
        }
        let whole = try await world.session(leia).search("red sun", limit: 100)
        #expect(whole.hits.count == 23)
        #expect(whole.next == nil)
        #expect(whole.hits.prefix(8).allSatisfy { $0.post.caption.hasPrefix("red sun") })
        var hits: [SearchHit] = []
        var cursor: SearchCursor?
        repeat {
            let page = try await world.session(leia).search("red sun", after: cursor, limit: 3)
            hits += page.hits
            cursor = page.next
        } while cursor != nil
        #expect(hits == whole.hits)
    }

    /// Checks that hits after the newest fifty are ordered by time alone.
    ///
    /// This must be true for every page size, even if many texts have the same timestamp.
    @Test(arguments: Storage.allCases, [1.0, 0])
    func onlyTheNewestAreRanked(storage: Storage, step: Double) async throws {
        let world = try TestWorld(storage)
        var make = RecordMaker()
        make.step = step
        let posts = try (0..<140)
            .map { try make.post(.leia, $0.isMultiple(of: 7) ? "red sun" : "sun so red") }
        try world.repository.apply([make.user(.leia, "leia")] + posts)
        let newestFirst = posts.reversed().map(\.post)
        let typed = Set(posts.indices.filter { $0.isMultiple(of: 7) }.map { posts[$0].post })
        let newest = newestFirst.prefix(50)
        let expected =
            newest.filter(typed.contains) + newest.filter { !typed.contains($0) }
            + newestFirst.dropFirst(50)
        for limit in [7, 50, 1000] {
            var hits: [Post.ID] = []
            var cursor: SearchCursor?
            repeat {
                let page = try await world.guest.search(
                    "red sun",
                    after: cursor,
                    limit: limit
                )
                hits += page.hits.map(\.post.id)
                cursor = page.next
            } while cursor != nil
            #expect(hits == Array(expected), "\(limit)")
        }
    }

    @Test(arguments: Storage.allCases)
    func theFirstPageContainsUsersAndTags(storage: Storage) async throws {
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
    func allTokensMustMatchBesideATagOrUsername(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.post(by: leia, "#sunset over Hoth, with @leia")
        try await world.post(by: leia, "#sunset on Endor")
        try await world.post(by: leia, "Hoth again, @leia")
        func search(_ text: String) async throws -> [String] {
            Self.captions(try await world.guest.search(text))
        }
        #expect(try await search("#sunset hoth") == ["#sunset over Hoth, with @leia"])
        #expect(try await search("#sunset, \"on endor\"") == ["#sunset on Endor"])
        #expect(try await search("@leia hoth").count == 2)
        #expect(try await search("@leia #sunset") == ["#sunset over Hoth, with @leia"])
        #expect(try await search("#sunset moon").isEmpty)
        #expect(try await search(" #sunset ").count == 2)
        #expect(try await search("@leia! ").count == 2)
    }

    /// Checks that no query throws an error and that all repositories return the same hits.
    @Test(arguments: [
        "\"", "\"\"\"", "*", "a*b", "AND", "NOT", "NEAR(", "a AND", "{", "text_words:a", "^a",
        "a + b", "-a", "a\"b",
        "'; DROP TABLE post; --", "%", "_", "\\", "\u{0}", "a\u{0}b", "\u{202E}", "⋃", "\u{10FFFF}",
        "#", "@", "##", "#\u{0}",
        "@\u{0}", "🌅", "e\u{301}", "\u{301}", "(((((", "a OR b", "col:x", "\u{FFFD}", "𝒜", "ﷺ",
        "*\"", "“a", "rowid", "rank",
    ])
    func anyTextIsAValidQuery(text: String) async throws {
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
}
