import Testing
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Running time of long text")
struct LinearTimeTests {
    private static let pieces = [
        "a", "word ", " ", "\n", "漢", "👨‍👩‍👧‍👦", "\u{301}", "\u{200D}", "👩\u{200D}", "🇩🇪",
        "colour \u{1B}", "क\u{94D}", "\u{600}", "🏽",
    ]

    @Test("Grows linearly with the length of the text", arguments: pieces)
    func linearTime(piece: String) {
        let ratio = TimeGrowth.ratio(upTo: 100_000) { count in
            String(repeating: piece, count: count / piece.utf8.count)
        } work: { text in
            let visible = text.terminalSafe
            #expect(!text.wrapped(to: 40).isEmpty)
            #expect(visible.clamped(to: 40, lines: 4).count <= 4)
            #expect(visible.truncated(to: 40).displayWidth <= 40)
        }
        #expect(ratio < TimeGrowth.linearLimit)
    }

    @Test("The measurement detects quadratic growth")
    func quadraticTime() {
        let ratio = TimeGrowth.ratio(upTo: 4000) {
            String(repeating: "é", count: $0)
        } work: { text in
            for offset in 0..<text.count {
                let index = text.index(text.startIndex, offsetBy: offset)
                #expect(text[index] == "é")
            }
        }
        #expect(ratio > TimeGrowth.linearLimit)
    }
}
