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
    /// added up, as terminals do, except where scalars melt into one emoji.
    var displayWidth: Int {
        var total = 0
        var previous: (scalar: Unicode.Scalar, width: Int)?
        for scalar in unicodeScalars {
            let width = scalar.columns(after: previous?.scalar, ofWidth: previous?.width ?? 0)
            total += width
            previous = (scalar, width)
        }
        return total
    }
}

extension Unicode.Scalar {
    /// The columns that the scalar adds to those of the scalar before it in the same character.
    fileprivate func columns(after previous: Unicode.Scalar?, ofWidth width: Int) -> Int {
        guard let previous else { return columns }
        if self == .emojiSelector {
            // A text symbol that is asked to be an emoji becomes as wide as the other emoji.
            return previous.properties.isEmoji && width == 1 ? 1 : 0
        }
        if previous == .joiner && properties.isEmoji { return 0 }
        if properties.isEmojiModifier && previous.properties.isEmojiModifierBase {
            return width == 1 ? 1 : 0
        }
        return columns
    }

    /// The columns of the scalar on its own.
    private var columns: Int {
        if isASCII { return isControl ? 0 : 1 }
        if isInvisible { return 0 }
        // Two regional indicators make a flag of two columns, so one counts as half a flag.
        if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
        return properties.isEmojiPresentation || isEastAsianWide ? 2 : 1
    }

    private var isControl: Bool {
        properties.generalCategory == .control
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
