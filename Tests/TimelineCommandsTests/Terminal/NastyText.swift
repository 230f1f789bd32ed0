import TimelineCore

/// A generator of texts that are hard to print correctly.
///
/// The same seed always produces the same texts.
struct NastyText: Sequence, IteratorProtocol {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Returns the next text, which consists of up to forty pieces.
    mutating func next() -> String? {
        let count = Int.random(in: 0...40, using: &generator)
        return (0..<count).map { _ in piece() }.joined()
    }

    /// Returns a random number in the given range.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func piece() -> String {
        // Occasionally adds a random scalar, so that all classes of scalars are covered.
        if Int.random(in: 0..<6, using: &generator) == 0 {
            let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
            return Unicode.Scalar(value).map { String(Character($0)) } ?? ""
        }
        return Self.alphabet.randomElement(using: &generator) ?? ""
    }

    private static let alphabet: [String] = [
        "a", "word", " ", " ", "  ", "\n", "\r\n", "\r", "\t", "unbreakably-long-word-of-letters",
        "漢", "字", "、", "「", "」", "カ", "한국", "ｶﾞ", "\u{3000}", "\u{1112}\u{1161}\u{11AB}",
        "👨‍👩‍👧‍👦", "👍🏽", "🏽", "❤️", "❤️‍🔥", "🇩🇪", "🇫", "1️⃣", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "🏴", "☝", "👩",
        "e\u{301}", "\u{301}", "\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{20E3}", "\u{903}",
        "\u{200D}", "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{FE0E}", "\u{FE00}", "\u{E0101}",
        "می\u{200C}خواهم", "क्\u{200D}ष", "\u{94D}", "กำ", "\u{1820}\u{180B}", "\u{600}",
        "\u{1B}[31m", "\u{7}", "\u{7F}", "\u{9B}", "\u{0}", "\u{202E}", "\u{2066}", "\u{200F}",
        "\u{61C}", "\u{2028}", "\u{2029}", "\u{E0067}", "\u{E007F}", "\u{FEFF}", "\u{200B}",
        "\u{AD}", "\u{34F}", "\u{3164}", "\u{115F}", "\u{E000}", "\u{FFFF}", "\u{10FFFF}",
        "\u{A0}", "\u{180E}", "\u{2062}", "\u{FFF9}",
    ]
}
