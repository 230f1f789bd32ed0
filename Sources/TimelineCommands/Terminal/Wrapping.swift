extension String {
    /// Wraps the text to lines of at most `width` columns, between words if possible.
    ///
    /// Spaces at the new line breaks are removed, existing line breaks are preserved, and words
    /// longer than a line are broken. A line exceeds the width only if `width` is 1 and it contains
    /// a character that is two columns wide.
    func wrapped(to width: Int) -> [String] {
        wrapped(to: width, beyond: .max)
    }

    /// Wraps the text.
    ///
    /// Once more than `count` lines are complete, the rest of the text may be omitted.
    func wrapped(to width: Int, beyond count: Int) -> [String] {
        var wrapper = LineWrapper(width: width)
        for character in self {
            wrapper.add(character)
            if wrapper.lines.count > count { break }
        }
        return wrapper.finished()
    }
}

/// A wrapper that breaks text into lines, one character at a time.
struct LineWrapper {
    /// The complete lines.
    private(set) var lines: [String] = []
    private let width: Int
    private var line = Piece()
    private var gap = Piece()
    private var word = Piece()
    private var previous: Character?

    /// Creates a wrapper for lines of at most `width` columns.
    init(width: Int) {
        self.width = width
    }

    /// Adds the next character of the text.
    mutating func add(_ character: Character) {
        if character.isNewline {
            endLine()
        } else if character.isBreakingSpace {
            endWord()
            gap.append(character, ofWidth: character.displayWidth)
        } else {
            addToWord(character)
        }
        previous = character
    }

    /// Ends the text and returns its lines.
    ///
    /// The result contains at least one line.
    mutating func finished() -> [String] {
        endLine()
        return lines
    }

    private mutating func addToWord(_ character: Character) {
        let columns = character.displayWidth
        guard columns > max(width, 2) else { return addToWord(character, ofWidth: columns) }
        // A character this wide is a malicious cluster of scalars, so it may be broken.
        for part in character.unicodeScalars.map(Character.init) {
            // A selector has no width itself but may widen the preceding character, so one column
            // is reserved.
            addToWord(part, ofWidth: part == selector ? 1 : part.displayWidth)
        }
    }

    private mutating func addToWord(_ character: Character, ofWidth columns: Int) {
        let isTooLong = word.width + columns > width
        if isTooLong || previous.map(character.mayStartLine(after:)) ?? false { endWord() }
        word.append(character, ofWidth: columns)
    }

    /// Appends the gap and the word to the line.
    ///
    /// If they do not fit, starts a new line with the word.
    private mutating func endWord() {
        guard !word.text.isEmpty else { return }
        if line.width + gap.width + word.width <= width {
            line.append(gap)
        } else if !line.text.isEmpty {
            lines.append(line.text)
            line = Piece()
        }
        line.append(word)
        gap = Piece()
        word = Piece()
    }

    private mutating func endLine() {
        endWord()
        lines.append(line.text)
        line = Piece()
        gap = Piece()
    }
}

/// A part of a line and its width in columns.
private struct Piece {
    private(set) var text = ""
    private(set) var width = 0

    mutating func append(_ character: Character, ofWidth columns: Int) {
        text.append(character)
        width += columns
    }

    mutating func append(_ piece: Piece) {
        text += piece.text
        width += piece.width
    }
}

private let selector = Character(.emojiSelector)

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

extension String {
    /// Wraps the text to at most `lines` lines of `width` columns.
    ///
    /// Truncated text ends in `…`.
    func clamped(to width: Int, lines: Int) -> [String] {
        guard lines > 0 else { return [] }
        let wrapped = wrapped(to: width, beyond: lines)
        guard wrapped.count > lines else { return wrapped }
        return wrapped.prefix(lines - 1) + [wrapped[lines - 1].cut(to: width)]
    }

    /// Returns the text on one line of at most `width` columns.
    ///
    /// Truncated text ends in `…`.
    ///
    /// Line breaks are replaced with spaces.
    func truncated(to width: Int) -> String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.displayWidth <= width ? line : line.cut(to: width)
    }

    /// Returns as much of the text as fits into `width` columns, followed by `…`.
    private func cut(to width: Int) -> String {
        guard width >= ellipsis.displayWidth else { return "" }
        var total = ellipsis.displayWidth
        let start = prefix { character in
            total += character.displayWidth
            return total <= width
        }
        return start + ellipsis
    }
}

private let ellipsis = "…"
