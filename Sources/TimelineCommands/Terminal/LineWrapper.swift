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
