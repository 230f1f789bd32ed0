/// Fills lines of a paragraph with its characters, one after another.
struct LineFiller {
    private let width: Int
    private var lines: [String] = []
    private var line = Piece()
    private var gap = Piece()
    private var word = Piece()
    private var previous: Character?

    /// Starts a paragraph whose lines take up at most `width` columns.
    init(width: Int) {
        self.width = width
    }

    /// Adds the paragraph's next character.
    mutating func add(_ character: Character) {
        if character.isBreakingSpace {
            endWord()
            gap.append(character)
        } else {
            if let previous, character.mayStartLine(after: previous) { endWord() }
            addToWord(character)
        }
        previous = character
    }

    /// Ends the paragraph and hands out its lines, of which there is at least one.
    mutating func finished() -> [String] {
        endWord()
        return lines + [line.text]
    }

    private mutating func addToWord(_ character: Character) {
        if word.width + character.displayWidth > width {
            endWord()
        }
        word.append(character)
    }

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
}

/// A part of a line together with the columns it takes up.
private struct Piece {
    private(set) var text = ""
    private(set) var width = 0

    mutating func append(_ character: Character) {
        text.append(character)
        width += character.displayWidth
    }

    mutating func append(_ piece: Piece) {
        text += piece.text
        width += piece.width
    }
}
