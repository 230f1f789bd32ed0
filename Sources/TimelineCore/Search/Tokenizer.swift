import Foundation

/// A tokenizer that splits texts into normalized words.
///
/// Every repository uses this tokenizer, so that all repositories return the same search results.
///
/// A word is a run of letters, marks and digits. In scripts written without spaces (Chinese
/// characters, kana, Thai, Lao, Khmer, Burmese), each character is a separate word, and so is each
/// emoji. Words are normalized with compatibility mapping and case folding, and their accents are
/// removed, as in SQLite's `unicode61 remove_diacritics 2`.
public enum Tokenizer {
    /// The maximum length of a word in Unicode scalars.
    ///
    /// Longer words are truncated.
    static let maximumLength = 64

    /// Returns the normalized words of a text.
    public static func all(in text: String) -> [String] {
        var words: [String] = []
        forEach(in: text) { word, _ in words.append(word) }
        return words
    }

    /// Calls `body` with each normalized word of a text and the word's range.
    public static func forEach(
        in text: String,
        _ body: (_ word: String, _ range: Range<String.Index>) -> Void
    ) {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return forEachASCII(in: text, body) }
        var start: String.Index?
        var index = text.startIndex
        func end(_ index: String.Index) {
            if let first = start { normalize(text[first..<index], body) }
            start = nil
        }
        while index < text.endIndex {
            let next = text.index(after: index)
            switch TokenPart(text[index]) {
            case .letter: start = start ?? index
            case .invisible: break
            case .separator: end(index)
            case .word:
                end(index)
                normalize(text[index..<next], body)
            }
            index = next
        }
        end(text.endIndex)
    }

    private static func forEachASCII(
        in text: String,
        _ body: (String, Range<String.Index>) -> Void
    ) {
        var rest = text.utf8[...]
        while let first = rest.firstIndex(where: \.isInWords) {
            let letters = rest[first...].prefix(while: \.isInWords)
            let word = String(
                decoding: letters.prefix(maximumLength).map(\.lowercased),
                as: UTF8.self
            )
            body(word, letters.startIndex..<letters.endIndex)
            rest = rest[letters.endIndex...]
        }
    }

    private static func normalize(
        _ part: Substring,
        _ body: (String, Range<String.Index>) -> Void
    ) {
        for word in normalized(String(part)).split(whereSeparator: { !$0.isInWords }) {
            body(
                String(Substring(word.prefix(maximumLength))),
                part.startIndex..<part.endIndex
            )
        }
    }

    private static func normalized(_ text: String) -> String.UnicodeScalarView {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased().unicodeScalars }
        // Converting to uppercase first makes "ß" equal to "SS", as in case folding.
        let folded = text.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .decomposedStringWithCompatibilityMapping
        let bare = folded.unicodeScalars.filter { !$0.isAccent }
        return String(String.UnicodeScalarView(bare)).nfc.unicodeScalars
    }
}

/// The role of a character in tokenization.
private enum TokenPart {
    /// A part of a longer word.
    case letter
    /// A complete word.
    case word
    /// An invisible character, which is ignored even within words.
    case invisible
    /// A separator between words.
    case separator

    init(_ character: Character) {
        guard let scalar = character.unicodeScalars.first else {
            self = .separator
            return
        }
        if scalar.isASCII {
            self = scalar.isInWords ? .letter : .separator
        } else if scalar.standsAlone {
            self = .word
        } else if scalar.isInWords {
            self = .letter
        } else {
            self = scalar.properties.isDefaultIgnorableCodePoint ? .invisible : .separator
        }
    }
}
