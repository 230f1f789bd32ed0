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
