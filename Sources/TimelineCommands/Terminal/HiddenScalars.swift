extension Unicode.Scalar {
    /// Whether the scalar is invisible, or has no standard appearance.
    var isHidden: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
        case .format: !visibleFormats.contains(value)
        default: properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint
        }
    }

    /// Returns whether the scalar is a joiner or selector that validly modifies the previous
    /// scalar.
    func validlyModifies(_ previous: Unicode.Scalar) -> Bool {
        switch self {
        case .joiner, .nonJoiner: previous.isJoinedByScript
        case .emojiSelector, .textSelector: previous.properties.isEmoji
        default: properties.isVariationSelector && previous.hasVariants
        }
    }

    /// Whether the scalar is a letter or mark of a script that uses joiners.
    private var isJoinedByScript: Bool {
        (properties.isAlphabetic || isMark) && joiningScripts.contains { $0.contains(value) }
    }

    /// Whether the scalar has standardized variants other than emoji variants.
    private var hasVariants: Bool {
        if properties.isVariationSelector { return false }
        return properties.isIdeographic || properties.generalCategory == .mathSymbol
            || scriptsWithVariants.contains { $0.contains(value) }
    }
}

extension Character {
    /// Whether the character is the flag of England, Scotland or Wales.
    ///
    /// These flags are the only standard emoji spelled with tag characters. Elsewhere, tag
    /// characters could hide a whole message.
    var isFlagOfTags: Bool {
        unicodeScalars.first == "🏴" && flagsOfTags.contains(self)
    }
}

private let flagsOfTags: [Character] = ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"]

// Signs that enclose the digits that follow them. They are format characters, but visible.
private let visibleFormats: Set<UInt32> = [
    0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
]

// Arabic and related scripts, the scripts of India and Southeast Asia, Mongolian, and Adlam.
private let joiningScripts: [ClosedRange<UInt32>] = [
    0x0600...0x0DFF, 0x1000...0x109F, 0x1780...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFDFF,
    0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F,
]

// Myanmar, Mongolian, and Phags-pa.
private let scriptsWithVariants: [ClosedRange<UInt32>] = [
    0x1000...0x109F, 0x1800...0x18AF, 0xA840...0xA877,
]
