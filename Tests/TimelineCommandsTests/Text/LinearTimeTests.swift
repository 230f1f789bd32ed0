import Testing

@testable import TimelineCommands

@Suite("Time taken by long text")
struct LinearTimeTests {
    @Test(
        "grows with the length of the text, not with its square",
        arguments: [
            "a", "word ", " ", "\n", "漢", "👨‍👩‍👧‍👦", "\u{301}", "\u{200D}", "👩\u{200D}", "🇩🇪",
            "colour \u{1B}", "क\u{94D}", "\u{600}", "🏽",
        ]
    )
    func linearTime(piece: String) {
        let short = time(of: repeated(piece, toBytes: 10_000))
        let long = repeated(piece, toBytes: 100_000)
        // Ten times the text takes ten times as long, and would take a hundred by the square. A
        // busy machine may spoil one measurement, hence three tries.
        let isLinear = (0..<3).contains { _ in time(of: long) < short * 40 + .milliseconds(20) }
        #expect(isLinear)
    }

    private func repeated(_ piece: String, toBytes count: Int) -> String {
        String(repeating: piece, count: count / piece.utf8.count)
    }

    private func time(of text: String) -> Duration {
        ContinuousClock()
            .measure {
                let visible = text.madeVisible
                #expect(text.wrapped(to: 40).count > 0)
                #expect(visible.clamped(to: 40, lines: 4).count <= 4)
                #expect(visible.truncated(to: 40).displayWidth <= 40)
            }
    }
}
