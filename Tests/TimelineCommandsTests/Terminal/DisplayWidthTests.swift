import Testing

@testable import TimelineCommands

@Suite("Display width")
struct DisplayWidthTests {
    @Test(
        "counts the columns of a terminal",
        arguments: [
            ("", 0), ("plain", 5), ("naïve", 5), ("cafe\u{301}", 4), ("…", 1), ("⟨U+202E⟩", 8),
            ("漢字", 4), ("カタカナ", 8), ("한국", 4), ("ＡＢ", 4), ("ｶﾞ", 2), ("\u{3000}", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("кот", 3), ("שלום", 4), ("กำ", 2), ("a\u{200B}", 1),
            ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🏴‍☠️", 2), ("❤", 1), ("❤️", 2), ("❤️‍🔥", 2), ("☝🏻", 2),
            ("🕵️‍♀️", 2), ("👁‍🗨", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("1️⃣", 2), ("🏴󠁧󠁢󠁷󠁬󠁳󠁿", 2), ("©", 1), ("🫩", 2),
        ]
    )
    func columns(text: String, expected: Int) {
        #expect(text.displayWidth == expected)
    }

    @Test("Is the sum of the widths of the characters")
    func sum() {
        for text in NastyText(seed: 2).prefix(500) {
            let visible = text.terminalSafe
            #expect(visible.displayWidth == visible.map(\.displayWidth).reduce(0, +))
        }
    }

    @Test("Works on substrings")
    func part() {
        #expect("漢字 kana".prefix(4).displayWidth == 6)
    }
}
