import TimelineCore

extension StringProtocol {
    /// The number of columns that the text occupies on one line of a terminal.
    var displayWidth: Int {
        isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }

    private var isPrintableASCII: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension Character {
    /// The width of the character in columns: 0, 1, 2, or more for rare grapheme clusters.
    ///
    /// As in most terminals, it is the sum of the widths of the character's scalars, except for
    /// scalars that form an emoji.
    var displayWidth: Int {
        var total = 0
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if let previous, scalar.formsEmoji(with: previous) {
                total = max(total, 2)
            } else {
                total += scalar.columns
            }
            previous = scalar
        }
        return total
    }
}

extension Unicode.Scalar {
    /// Returns whether the scalar and the previous one form an emoji or part of one.
    fileprivate func formsEmoji(with previous: Unicode.Scalar) -> Bool {
        if self == .emojiSelector { return previous.properties.isEmoji }
        if previous == .joiner { return isPictograph }
        return properties.isEmojiModifier && previous.properties.isEmojiModifierBase
    }

    /// The width in columns of the scalar on its own.
    fileprivate var columns: Int {
        if isASCII { return (0x20...0x7E).contains(value) ? 1 : 0 }
        if isInvisible { return 0 }
        // Two regional indicators form a flag that is two columns wide, so each has a width of one
        // column.
        if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
        return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
    }

    private var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark: true
        default: properties.isDefaultIgnorableCodePoint || isTrailingJamo
        }
    }

    /// Whether the scalar is a Hangul vowel or final consonant, which is drawn as part of the
    /// preceding syllable.
    private var isTrailingJamo: Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar's East_Asian_Width is Wide or Fullwidth.
    ///
    /// Such a scalar is two columns wide.
    var isEastAsianWide: Bool {
        let index = wideRanges.partitioningIndex { $0.upperBound >= value }
        return index < wideRanges.count && wideRanges[index].contains(value)
    }
}

// The scalars with an East_Asian_Width of Wide or Fullwidth in Unicode 18.0, in ascending order.
//
// The source is EastAsianWidth.txt, as contained in the Python package wcwidth 0.9.4. To limit its
// size, the table omits scalars with the property Emoji_Presentation and merges ranges that are
// separated only by unassigned or zero-width scalars.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
    0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x191D2,
    0x1AFF0...0x1B2FF, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F200...0x1F265, 0x1F6D9...0x1F6D9,
    0x1F7DA...0x1F7DA, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
]

extension Unicode.Scalar {
    /// The zero-width joiner (ZWJ), which joins its neighbours into an emoji or a ligature.
    static let joiner: Unicode.Scalar = "\u{200D}"

    /// The word joiner, which is invisible.
    static let wordJoiner: Unicode.Scalar = "\u{2060}"

    /// The zero-width non-joiner (ZWNJ), which prevents its neighbours from joining.
    static let nonJoiner: Unicode.Scalar = "\u{200C}"

    /// The variation selector that requests the text presentation of the preceding symbol (VS15).
    static let textSelector: Unicode.Scalar = "\u{FE0E}"

    /// The variation selector that requests the emoji presentation of the preceding symbol (VS16).
    static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

    /// The dotted circle, the conventional base for a combining mark without a letter.
    static let dottedCircle: Unicode.Scalar = "\u{25CC}"

    /// Whether the scalar is a combining mark.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar is an emoji or can become one.
    ///
    /// Digits, `#` and `*` are excluded.
    var isPictograph: Bool {
        properties.isEmoji && !isASCII
    }
}
