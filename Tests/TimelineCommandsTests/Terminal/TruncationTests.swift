import Testing

@testable import TimelineCommands

@Suite("Truncation")
struct TruncationTests {
    @Test(
        "ends the last of the lines with an ellipsis when some are cut",
        arguments: [
            ("one two three", 7, 2, ["one two", "three"]),
            ("one two three", 7, 1, ["one tw…"]),
            ("one two three", 8, 1, ["one two…"]),
            ("a\n\nb", 5, 2, ["a", "…"]),
            ("one two", 3, 0, []),
        ]
    )
    func clamping(text: String, width: Int, lines: Int, expected: [String]) {
        #expect(text.clamped(to: width, lines: lines) == expected)
    }

    @Test(
        "ends a line with an ellipsis when it is cut",
        arguments: [
            ("plain", 5, "plain"), ("plain", 4, "pla…"), ("plain", 1, "…"), ("plain", 0, ""),
            ("漢字", 3, "漢…"), ("漢字", 2, "…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("a\nb", 9, "a b"), ("", 0, ""),
        ]
    )
    func truncating(text: String, width: Int, expected: String) {
        #expect(text.truncated(to: width) == expected)
    }

    @Test("Never exceeds the width or the number of lines")
    func nastyText() {
        var source = NastyText(seed: 4)
        for text in source.prefix(400) {
            let visible = text.terminalSafe
            let width = source.number(in: 2...30)
            let lines = visible.clamped(to: width, lines: 3)
            #expect(lines.count <= 3)
            #expect(lines.allSatisfy { $0.displayWidth <= width })
            let line = visible.truncated(to: width)
            #expect(line.displayWidth <= width)
        }
    }
}
