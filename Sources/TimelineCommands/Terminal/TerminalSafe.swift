extension String {
    /// The text with all unsafe characters escaped, as in `⟨U+202E⟩`, so that it can be printed.
    ///
    /// Control characters, bidirectional and other format characters, line and paragraph
    /// separators, private-use characters, noncharacters, and misplaced joiners and selectors are
    /// escaped. Line breaks are preserved, tabs become spaces, and excess combining marks are
    /// removed. Escaping is idempotent.
    var terminalSafe: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return self }
        var text = TerminalSafeText()
        for character in self { text.append(character) }
        return text.output
    }
}

/// An escaper that processes text one character at a time.
private struct TerminalSafeText {
    private(set) var output = ""
    private var last: Unicode.Scalar?
    private var marks = 0
    private var joiners = 0
    private var endsInEmoji = false

    mutating func append(_ character: Character) {
        joiners = 0
        let scalars = character.unicodeScalars
        if character == "\r\n" {
            write("\n")
        } else if character.isFlagOfTags {
            scalars.forEach { write($0) }
        } else {
            for index in scalars.indices {
                append(scalars[index], before: scalars[scalars.index(after: index)...].first)
            }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
        if scalar == "\t" {
            Escape.tab.unicodeScalars.forEach { write($0) }
        } else if scalar == .joiner, let next, isValidJoiner(before: next) {
            joiners += 1
            write(scalar)
        } else if scalar == "\n" || last.map(scalar.validlyModifies) ?? false {
            write(scalar)
        } else if scalar.isHidden {
            Escape.sequence(for: scalar).unicodeScalars.forEach { write($0) }
        } else if scalar.isMark {
            appendMark(scalar)
        } else {
            write(scalar)
        }
    }

    /// Returns whether a joiner between the last scalar and `next` forms an emoji.
    private func isValidJoiner(before next: Unicode.Scalar) -> Bool {
        endsInEmoji && joiners < Limit.joiners && next.isPictograph
    }

    /// Appends a combining mark, unless its letter already has too many.
    private mutating func appendMark(_ mark: Unicode.Scalar) {
        // Without a letter, the mark would combine with the character printed before it.
        if last == nil || last == "\n" { write(.dottedCircle) }
        guard marks < Limit.marks else { return }
        marks += 1
        endsInEmoji = false
        output.unicodeScalars.append(mark)
        last = mark
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        let staysOnLetter = scalar.isHidden && scalar != "\n"
        if !staysOnLetter { marks = 0 }
        if scalar != .emojiSelector && !scalar.properties.isEmojiModifier {
            endsInEmoji = scalar.isPictograph
        }
        output.unicodeScalars.append(scalar)
        last = scalar
    }
}

private enum Limit {
    /// The maximum number of combining marks on a letter, which is more than any language uses.
    static let marks = 8
    /// The maximum number of joiners in an emoji, which is more than any standard emoji contains.
    static let joiners = 4
}

private enum Escape {
    static let tab = "    "

    static func sequence(for scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)⟩"
    }
}

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
        // Imported names that mention nobody; see ``TextEntities``.
        case .wordJoiner: previous == "@"
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
