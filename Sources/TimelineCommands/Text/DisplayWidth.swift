extension StringProtocol {
    /// The columns of a terminal that the text takes up when it is printed on one line.
    var displayWidth: Int {
        isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }

    private var isPrintableASCII: Bool {
        utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension Character {
    /// The columns of a terminal that the character takes up: 0, 1, 2, or more for rare clusters.
    ///
    /// A character is what a reader sees as one, so it may hold several scalars. Their widths are
    /// added up, as terminals do, except where scalars make one emoji.
    var displayWidth: Int {
        var total = 0
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            if let previous, scalar.makesEmoji(of: previous) {
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
    /// Whether the scalar becomes part of the emoji that the one before it is, or will be by this.
    fileprivate func makesEmoji(of previous: Unicode.Scalar) -> Bool {
        if self == .emojiSelector { return previous.properties.isEmoji }
        if previous == .joiner { return isPictograph }
        return properties.isEmojiModifier && previous.properties.isEmojiModifierBase
    }

    /// The columns of the scalar on its own.
    fileprivate var columns: Int {
        if isASCII { return (0x20...0x7E).contains(value) ? 1 : 0 }
        if isInvisible { return 0 }
        // Two regional indicators make a flag of two columns, so one counts as half a flag.
        if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
        return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
    }

    private var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark: true
        default: properties.isDefaultIgnorableCodePoint || isTrailingJamo
        }
    }

    /// Whether the scalar is a vowel or final consonant that is drawn into the syllable before it.
    private var isTrailingJamo: Bool {
        (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
    }
}
