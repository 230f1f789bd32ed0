import Testing

@testable import TimelineCore

@Suite("Tokens of a text")
struct TokenizerTests {
    @Test(arguments: [
        ("Golden Hour", ["golden", "hour"]), ("don't #Two_Suns", ["don", "t", "two", "suns"]),
        ("Été ÉTÉ e\u{301}te\u{301}", ["ete", "ete", "ete"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("夕焼け", ["夕", "焼", "け"]), ("ガ ｶﾞ か\u{3099}", ["ガ", "ガ", "が"]),
        ("สวัสดี", ["ส", "วั", "ส", "ดี"]),
        ("안녕 하세요", ["안녕", "하세요"]), ("हिन्दी", ["हिन्दी"]), ("Ἀθῆναι", ["αθηναι"]),
        ("ΟΔΟΣ οδος οδός", ["οδοσ", "οδοσ", "οδοσ"]),
        ("🌅 sun🌅set ☀️", ["🌅", "sun", "🌅", "set", "☀"]), ("ﬁne ½", ["fine", "1", "2"]), ("🇩🇪", ["🇩🇪"]),
        ("a\u{200B}b a\u{AD}b", ["ab", "ab"]), ("\u{202E}abc\u{0}def", ["abc", "def"]),
        ("!?—…\n", []),
        ("Привет йод", ["привет", "иод"]), ("İI ı", ["ii", "i"]),
    ])
    func words(text: String, words: [String]) {
        #expect(Tokenizer.all(in: text) == words)
        #expect(TokenizedText(of: text).text == words.joined(separator: " "))
    }

    @Test func longTokensAreTruncated() {
        let long = String(repeating: "a", count: 100)
        #expect(Tokenizer.all(in: long) == [String(repeating: "a", count: 64)])
        #expect(TokenizedText(of: "x \(long) y").text == "x \(String(repeating: "a", count: 64)) y")
        #expect(Tokenizer.all(in: long + "é") == [String(repeating: "a", count: 64)])
    }

    @Test func offsetsAreThoseOfTheTokens() {
        for text in ["Two suns, one farm.", "Zoë à l’été 夕焼け🌅!"] {
            var gaps = ""
            var position = text.startIndex
            Tokenizer.forEach(in: text) { _, place in
                gaps += text[position..<place.lowerBound]
                position = place.upperBound
            }
            #expect(!gaps.contains { $0.isLetter })
        }
    }
}
