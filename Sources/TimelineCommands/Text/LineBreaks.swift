extension Character {
    /// Whether the character is a space at which a line may end.
    var isBreakingSpace: Bool {
        self == " " || self == "\t" || self == "\u{3000}"
    }

    /// Whether a line may end before the character although no space parts it from `previous`.
    func mayStartLine(after previous: Character) -> Bool {
        guard isIdeographic || previous.isIdeographic else { return false }
        return !previous.opens && !closes
    }

    private var isIdeographic: Bool {
        unicodeScalars.first.map { first in
            ideographicRanges.contains { $0.contains(first.value) }
        } ?? false
    }

    private var opens: Bool {
        unicodeScalars.first?.properties.generalCategory == .openPunctuation
    }

    private var closes: Bool {
        switch unicodeScalars.first?.properties.generalCategory {
        case .closePunctuation, .otherPunctuation, .finalPunctuation: true
        default: false
        }
    }
}

/// Ideographs, kana and their punctuation, which are written without spaces between words.
private let ideographicRanges: [ClosedRange<UInt32>] = [
    0x2E80...0x312F, 0x31A0...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60,
    0x20000...0x3FFFD,
]
