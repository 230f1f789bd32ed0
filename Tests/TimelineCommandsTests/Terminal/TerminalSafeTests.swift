import Testing

@testable import TimelineCommands

@Suite("Escaped text")
struct TerminalSafeTests {
    @Test(
        "spells out what would steer the terminal or hide text",
        arguments: [
            ("\u{1B}[31mred", "⟨U+001B⟩[31mred"),
            ("a\u{7F}b\u{9B}c\u{0}", "a⟨U+007F⟩b⟨U+009B⟩c⟨U+0000⟩"),
            ("over\u{202E}ride", "over⟨U+202E⟩ride"),
            ("\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}", "⟨U+2066⟩⟨U+2069⟩⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"),
            ("a\u{2028}b\u{2029}", "a⟨U+2028⟩b⟨U+2029⟩"),
            ("hi\u{E0068}\u{E0069}", "hi⟨U+E0068⟩⟨U+E0069⟩"),
            ("\u{FEFF}a\u{200B}b\u{AD}", "⟨U+FEFF⟩a⟨U+200B⟩b⟨U+00AD⟩"),
            ("\u{E000}\u{FFFF}\u{3164}\u{34F}", "⟨U+E000⟩⟨U+FFFF⟩⟨U+3164⟩⟨U+034F⟩"),
            ("a\u{2060}b @ \u{2060}b", "a⟨U+2060⟩b @ ⟨U+2060⟩b"),
            ("go\u{200D}al a\u{FE0F} \u{200C}", "go⟨U+200D⟩al a⟨U+FE0F⟩ ⟨U+200C⟩"),
            ("👩\u{301}\u{200D}👩", "👩\u{301}⟨U+200D⟩👩"),
            ("\u{1F600}\u{FE0F}\u{FE0F}\u{FE01}", "\u{1F600}\u{FE0F}⟨U+FE0F⟩⟨U+FE01⟩"),
        ]
    )
    func spelling(text: String, expected: String) {
        #expect(text.terminalSafe == expected)
    }

    @Test(
        "leaves alone what people write",
        arguments: [
            "", "plain text, 100 %", "two\nlines\n", "naïve café", "漢字かな 한국어", "👨‍👩‍👧‍👦 👍🏽 ❤️‍🔥 🏴‍☠️ 🇩🇪 1️⃣",
            "👩🏻‍❤️‍💋‍👨🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می\u{200C}خواهم", "क्\u{200D}ष", "葛\u{E0100}", "\u{1820}\u{180B}",
            "Thế giới", "@\u{2060}leia",
        ]
    )
    func unchanged(text: String) {
        #expect(Array(text.terminalSafe.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("Preserves both kinds of line breaks and expands tabs")
    func lineBreaksAndTabs() {
        #expect("a\r\nb\n\tc\rd\r\r\n".terminalSafe == "a\nb\n    c⟨U+000D⟩d⟨U+000D⟩\n")
    }

    @Test("Removes excess marks, and puts marks without a letter on a dotted circle")
    func marks() {
        let pile = String(repeating: "\u{301}", count: 500)
        #expect("a\(pile)b".terminalSafe.unicodeScalars.count == 10)
        #expect("\u{301}".terminalSafe == "◌\u{301}")
        #expect("a\n\(pile)".terminalSafe.unicodeScalars.count == 11)
    }

    @Test("Does not join a line of emoji into one")
    func endlessEmoji() {
        let text = String(repeating: "👩\u{200D}", count: 1000) + "👩"
        #expect(text.terminalSafe.displayWidth > 1000)
    }

    @Test("Hides nothing, and does not change when escaped again")
    func nastyText() {
        for text in NastyText(seed: 1).prefix(700) {
            let visible = text.terminalSafe
            #expect(visible.terminalSafe.unicodeScalars.elementsEqual(visible.unicodeScalars))
            #expect(!visible.unicodeScalars.contains { $0.isForbidden })
        }
    }
}

extension Unicode.Scalar {
    /// Whether escaped text must not contain the scalar.
    fileprivate var isForbidden: Bool {
        switch value {
        case 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x200B, 0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0xFEFF, 0xAD, 0x180E, 0x3164: true
        case 0xE000...0xF8FF, 0xFDD0...0xFDEF, 0xF0000...0x10FFFF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
