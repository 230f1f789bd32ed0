import Testing

@testable import TimelineCommands

@Suite("Wrapping")
struct WrappingTests {
    @Test(
        "breaks between words, and inside those that are too long",
        arguments: [
            ("", 10, [""]),
            ("one two three", 7, ["one two", "three"]),
            ("one  two   ", 10, ["one  two"]),
            ("one   two", 4, ["one", "two"]),
            ("a\n\nb\n", 10, ["a", "", "b", ""]),
            ("  indented text", 10, ["  indented", "text"]),
            ("a abcdefghij b", 4, ["a", "abcd", "efgh", "ij b"]),
            ("no\u{A0}break here", 8, ["no\u{A0}break", "here"]),
            ("漢字かな", 5, ["漢字", "かな"]),
            ("photo写真 ok", 6, ["photo", "写真", "ok"]),
            ("写真。写真", 4, ["写", "真。", "写真"]),
            ("写「真」", 4, ["写", "「真", "」"]),
            ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5, ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
            ("漢字", 1, ["漢", "字"]),
            ("ab", 0, ["a", "b"]),
        ]
    )
    func examples(text: String, width: Int, expected: [String]) {
        #expect(text.wrapped(to: width) == expected)
    }

    @Test("Limits lines to the width and preserves all characters except spaces, in order")
    func nastyText() {
        var source = NastyText(seed: 3)
        for text in source.prefix(700) {
            let visible = text.terminalSafe
            let width = source.number(in: 1...30)
            let lines = visible.wrapped(to: width)
            #expect(lines.allSatisfy { $0.displayWidth <= max(width, 2) })
            #expect(inked(lines.joined()) == inked(visible))
            #expect(lines.count > visible.count { $0 == "\n" })
        }
    }

    @Test("Fills each line until the next word does not fit")
    func fullness() {
        let text = Array(repeating: "seven words are in this very sentence", count: 20)
            .joined(separator: " ")
        let lines = text.wrapped(to: 23)
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.count + 1 + next.prefix { $0 != " " }.count > 23)
        }
    }

    @Test(
        "breaks characters that are wider than a line",
        arguments: ["🏽", "\u{1100}", "ﾞ", "\u{600}"]
    )
    func flood(scalar: String) {
        let text = String(repeating: scalar, count: 1000)
        let lines = text.wrapped(to: 20)
        #expect(lines.joined() == text)
        #expect(lines.allSatisfy { $0.displayWidth <= 20 })
    }

    /// Returns the visible scalars in a text.
    private func inked(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
}
