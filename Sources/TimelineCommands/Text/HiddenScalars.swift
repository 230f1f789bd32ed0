extension Unicode.Scalar {
    /// Whether the scalar shows nothing itself, or nothing that readers agree on.
    var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        case .format: !visibleFormats.contains(value)
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Whether the scalar, which shows nothing itself, rightly shapes the scalar before it.
    func isAtHome(after previous: Unicode.Scalar) -> Bool {
        switch self {
        case .joiner, .nonJoiner: previous.isJoinedByScript
        case .emojiSelector, .textSelector: previous.properties.isEmoji
        default: properties.isVariationSelector && previous.hasVariants
        }
    }

    /// Whether the scalar is of a script that needs joiners to be written well.
    private var isJoinedByScript: Bool {
        (properties.isAlphabetic || isMark) && joiningScripts.contains { $0.contains(value) }
    }

    /// Whether selectors other than those for emoji choose among drawings of the scalar.
    private var hasVariants: Bool {
        if properties.isVariationSelector { return false }
        return properties.isIdeographic || properties.generalCategory == .mathSymbol
            || scriptsWithVariants.contains { $0.contains(value) }
    }
}

extension Character {
    /// Whether the character is the flag of England, Scotland or Wales.
    ///
    /// These are the only emoji of the standard that are spelled in tag characters, which could
    /// hide a whole message otherwise.
    var isFlagOfTags: Bool {
        unicodeScalars.first == "🏴" && flagsOfTags.contains(self)
    }
}

private let flagsOfTags: [Character] = ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"]

// Signs that enclose the digits after them: of the category of formats, but drawn.
private let visibleFormats: Set<UInt32> = [
    0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
]

// Arabic and its relatives, the scripts of India and Southeast Asia, Mongolian, and Adlam.
private let joiningScripts: [ClosedRange<UInt32>] = [
    0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF,
    0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F,
]

// Myanmar, Mongolian, and Phags-pa.
private let scriptsWithVariants: [ClosedRange<UInt32>] = [
    0x1000...0x109F, 0x1800...0x18AF, 0xA840...0xA877,
]
