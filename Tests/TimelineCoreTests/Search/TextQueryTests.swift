import Testing

@testable import TimelineCore

@Suite("Search queries")
struct TextQueryTests {
    private static func terms(_ text: String) -> [String] {
        TextQuery(text).terms
            .map { $0.words.joined(separator: " ") + ($0.isPrefix ? "*" : "") }
    }

    @Test(arguments: [
        ("golden hour", ["golden", "hour"]), ("\"golden hour\" sun*", ["golden hour", "sun*"]),
        ("sun sun", ["sun"]), ("don't", ["don t"]), ("two-su*", ["two", "su*"]),
        ("\"open end", ["open", "end"]),
        ("a \"b c\" d \"e", ["a", "b c", "d", "e"]), ("“Zoë été”", ["zoe ete"]), ("夕焼け", ["夕 焼 け"]),
        ("*", []), ("\"\"", []),
        (
            "NEAR(a b, 3) AND NOT {x}: ^y -z + \\",
            ["near a", "b", "3", "and", "not", "x", "y", "z"]
        ),
        ("'; DROP TABLE post; --", ["drop", "table", "post"]), ("\u{0}a\u{202E}b", ["ab"]),
        ("", []),
        // Words in Hangul are prefixes, except in quotation marks.
        ("서울 사진", ["서울*", "사진*"]), ("\"서울 사진\"", ["서울 사진"]), ("서울*", ["서울*"]),
        ("K팝 sun", ["k팝*", "sun"]), ("東京-서울", ["東 京", "서울*"]), ("서울2", ["서울2"]),
    ])
    func terms(text: String, terms: [String]) {
        #expect(Self.terms(text) == terms)
    }

    @Test func longQueriesAreBounded() {
        let flood = TextQuery((0..<20_000).map { "w\($0)* \"x\($0) y\" " }.joined())
        #expect(flood.terms.count == TextQuery.maximumTerms)
        let many = TextQuery((0..<100_000).map { "w\($0)" }.joined(separator: " "))
        #expect(many.terms.count == TextQuery.maximumTerms)
        // With 500 characters, the closing quotation mark is beyond the maximum length of a query.
        // The characters are then separate terms, of which only the first is used.
        for (count, words) in [(499, 499), (500, 1)] {
            let phrase = TextQuery("\"" + String(repeating: "夕 ", count: count) + "\"")
            #expect(phrase.terms.map(\.words) == [Array(repeating: "夕", count: words)])
        }
    }

    @Test func aPatternMatchesWords() throws {
        let query = TextQuery("golden sun")
        let pattern = try #require(query.pattern { _, _ in [] })
        #expect(pattern.matches(["sun", "golden"]))
        #expect(!pattern.matches(["golden"]))
        #expect(query.phrase?.matches(["a", "golden", "sun"]) == true)
        #expect(query.phrase?.matches(["sun", "golden"]) == false)
        let begun = try #require(TextQuery("su*").pattern { _, _ in ["sun", "sunset"] })
        #expect(begun.matches(["sunset"]))
        #expect(!begun.matches(["summer"]))
        #expect(TextQuery("su*").pattern { _, _ in [] } == nil)
        for text in ["su*", "a su*", "sun", "\"golden sun\"", "서울", "서울 su*"] {
            #expect(TextQuery(text).phrase == nil)
        }
    }

    @Test func aWordInHangulMatchesAsTypedEvenIfLongerOnesAreMoreFrequent() throws {
        let limit = TextQuery.maximumExpansion
        let query = TextQuery("이 서울")
        let frequent = (0..<limit).map { "이\($0)" }
        let pattern = try #require(query.pattern { word, _ in word == "이" ? frequent : ["서울에서"] })
        #expect(pattern.parts.map(\.count) == [limit, 1])
        #expect(pattern.matches(["이", "서울에서"]))
        #expect(pattern.matches(["서울에서", "이0"]))
        #expect(!pattern.matches(["이", "부산에서"]))
        #expect(query.phrase?.parts == [[["이", "서울"]]])
    }

    @Test func anExcerptShowsTheMatches() throws {
        let pattern = try #require(TextQuery("\"two suns\" FARM").pattern { _, _ in [] })
        let text = "Two  suns\nover the farm. Two moons."
        let excerpt = Excerpt(of: text, around: pattern.matches(in: text))
        #expect(excerpt.parts.filter(\.isMatch).map(\.text) == ["Two  suns", "farm"])
        #expect(excerpt.text == "Two  suns over the farm. Two moons.")
    }

    @Test func anExcerptOfALongTextStartsBeforeTheMatch() throws {
        let text =
            String(repeating: "word ", count: 100) + "needle " + String(repeating: "x ", count: 200)
        let pattern = try #require(TextQuery("needle").pattern { _, _ in [] })
        let excerpt = Excerpt(of: text, around: pattern.matches(in: text))
        #expect(excerpt.text.count == Excerpt.maximumLength + 2)
        #expect(excerpt.text.hasPrefix("…word "))
        #expect(excerpt.text.hasSuffix("…"))
        #expect(excerpt.parts.contains { $0.isMatch && $0.text == "needle" })
    }

    @Test func cursorsRoundTrip() {
        let id = PushID(milliseconds: 1_446_435_287_669, bits: (7, 8))
        for text in [TextID.caption(Post.ID(id)), .comment(TimelineCore.Comment.ID(id))] {
            let cursors = [
                SearchCursor(.older, text), SearchCursor(.phrase, text, oldestRanked: text),
            ]
            for cursor in cursors { #expect(SearchCursor(cursor.description) == cursor) }
        }
        for text in [
            "", "2", "2p", "3p-K25Fj8p2ArUMz3awt3T", "0p-K25Fj8p2ArUMz3awt3T",
            "2x-K25Fj8p2ArUMz3awt3T", "2p-K25", "2p-K25Fj8p2ArUMz3awt3Tp-K25Fj8p2ArUMz3awt3T",
        ] {
            #expect(SearchCursor(text) == nil)
        }
    }
}
