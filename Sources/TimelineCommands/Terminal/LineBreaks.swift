extension Character {
    /// Whether the character is a space at which a line may be broken.
    var isBreakingSpace: Bool {
        guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
        return scalar.properties.generalCategory == .spaceSeparator
            && !noBreakSpaces.contains(scalar)
    }

    /// Returns whether a line may be broken between `previous` and this character, without a space.
    func mayStartLine(after previous: Character) -> Bool {
        guard isIdeographic || previous.isIdeographic else { return false }
        return !previous.isOpening && !isClosing
    }

    private var isIdeographic: Bool {
        unicodeScalars.first.map { first in
            ideographicRanges.contains { $0.contains(first.value) }
        } ?? false
    }

    private var isOpening: Bool {
        category == .openPunctuation
    }

    private var isClosing: Bool {
        switch category {
        case .closePunctuation, .finalPunctuation, .otherPunctuation: true
        default: false
        }
    }

    private var category: Unicode.GeneralCategory? {
        unicodeScalars.first?.properties.generalCategory
    }
}

private let noBreakSpaces: Set<Unicode.Scalar> = ["\u{A0}", "\u{2007}", "\u{202F}"]

// Ideographs, kana and their punctuation, which are written without spaces between words.
private let ideographicRanges: [ClosedRange<UInt32>] = [
    0x2E80...0x312F, 0x31A0...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60,
    0x20000...0x3FFFD,
]
