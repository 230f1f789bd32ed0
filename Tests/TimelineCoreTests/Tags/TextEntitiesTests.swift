import Testing
import TimelineCore

@Suite("Tags and mentions in a text")
struct TextEntitiesTests {
    @Test(arguments: [
        ("#sunset", ["sunset"]), ("A #Sunset, a #SUNSET and a #sun_set.", ["sunset", "sun_set"]),
        ("＃日本 ﹟夕焼け #مرحبا #हिन्दी #Ñandú", ["日本", "夕焼け", "مرحبا", "हिन्दी", "ñandú"]),
        ("#cafe\u{301} #CAFÉ #cafe", ["café", "cafe"]), ("#ｆｕｌｌ", ["full"]),
        ("#Straße #STRASSE", ["strasse"]),
        ("#365days #1 #2024 #_ # #", ["365days"]), ("abc#def .#ghi (#jkl)", ["ghi", "jkl"]),
        ("##twice", ["twice"]), ("#two#one", ["two"]), ("#sun🌅set", ["sun"]),
        ("#sun\u{FE0F}set #sunset #sun\u{E0100}set #su\u{34F}nset", ["sunset"]),
        ("#می\u{200C}خواهم #میخواهم #a\u{200D}b", ["میخواهم", "ab"]),
        ("#\u{FE0F}\u{20E3} #\u{200D} #\u{3164}", []), ("a\u{200D}#b", []),
        ("https://example.org/@leia#top", []), ("(https://example.org/?q=#a), #b", ["b"]),
        ("example.org/#a and/or #b", ["b"]), ("leia@example.org/#a", ["a"]),
        ("@leia-o@far.example#a #b", ["b"]), ("https://пример.рф/страница/#раздел", []),
        ("km/h/#a 1.50/#b e.g./#c", ["a", "b", "c"]), ("://#a //#b", ["a", "b"]),
        ("#a\u{202E}b", ["a"]), ("", []), ("no mark at all é", []), ("#\u{301}", []),
    ])
    func tags(text: String, names: [String]) {
        #expect(TextEntities(in: text).tags.map(\.name) == names)
    }

    @Test(arguments: [
        ("@leia", ["leia"]), ("Thanks, @Leia. And @han.solo...", ["leia", "han.solo"]),
        ("mail leia@example.org", []), ("@leia@example.org", []), ("＠r2_d2!", ["r2_d2"]),
        ("@leia @LEIA", ["leia"]), ("@... @ @é", []), ("@leiaé", []),
        ("@leia~0123456789 x", ["leia~0123456789"]), ("@leia~", ["leia"]),
        ("@leia-o@example.org", []), ("@leia@far-away.example/x #y", []),
        ("https://far.example/@leia", []), ("far.example/@leia: @han", ["han"]),
        ("HTTP://a.b/x?y=@leia,@luke @han", ["han"]), ("@han.solo/@leia", ["han.solo", "leia"]),
        ("@han-@leia", ["han", "leia"]), ("@leia-related", ["leia"]),
        ("@\(String(repeating: "a", count: 31))", []), ("(@3po)", ["3po"]), ("@a@b", []),
    ])
    func mentions(text: String, names: [String]) {
        #expect(TextEntities(in: text).mentions == names)
    }

    @Test func theNumberOfEntitiesIsBounded() {
        let tags = (0..<300).map { "#t\($0) @u\($0)" }.joined(separator: " ")
        #expect(TextEntities(in: tags).tags.count == TextEntities.limit)
        #expect(TextEntities(in: tags).mentions.count == TextEntities.limit)
        #expect(TextEntities(in: "#" + String(repeating: "a", count: 101)).tags.isEmpty)
        #expect(TextEntities(in: "#" + String(repeating: "a", count: 100)).tags.count == 1)
        #expect(TextEntities(in: "#" + String(repeating: "a\u{FE0F}", count: 100)).tags.count == 1)
        #expect(TextEntities(in: "#" + String(repeating: "a\u{FE0F}", count: 101)).tags.isEmpty)
    }

    @Test func aTagKeepsItsSpelling() throws {
        #expect(try Tag("#Sunset") == Tag("sunset"))
        #expect(try Tag("می\u{200C}خواهم") == Tag("#میخواهم"))
        #expect(try Tag("夕焼け").description == "#夕焼け")
        for text in ["", "#", "12", "two words", "a-b", "##a", "#a\u{0}", "🌅"] {
            #expect(throws: TimelineError.invalidTag(text)) { try Tag(text) }
        }
    }
}
