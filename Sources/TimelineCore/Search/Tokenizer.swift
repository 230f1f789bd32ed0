import Foundation

/// A tokenizer that splits texts into normalized words.
///
/// Every repository uses this tokenizer, so that all repositories return the same search results.
///
/// A word is a run of letters, marks and digits. In scripts written without spaces (Chinese
/// characters, kana, Thai, Lao, Khmer, Burmese), each character is a separate word, and so is each
/// emoji. Words are normalized with compatibility mapping and case folding, and their accents are
/// removed, as in SQLite's `unicode61 remove_diacritics 2`, and so are the strokes of "đ" and "ø".
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

    /// Letters whose strokes are part of them, by which Unicode does not decompose them.
    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = [
        "đ": "d", "ł": "l", "ø": "o", "ħ": "h", "ŧ": "t", "ı": "i", "ɨ": "i", "ƶ": "z",
    ]

    private static func normalized(_ text: String) -> String.UnicodeScalarView {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased().unicodeScalars }
        // Converting to uppercase first makes "ß" equal to "SS", as in case folding.
        let folded = text.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
            .decomposedStringWithCompatibilityMapping
        let bare = folded.unicodeScalars.filter { !$0.isAccent }.map { strokes[$0] ?? $0 }
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

/// The normalized words of a text, separated by spaces, in the form that a full-text index stores.
///
/// The bytes consist of lowercase ASCII letters, digits, spaces and non-ASCII characters, so a
/// tokenizer that splits only at spaces recovers the words.
package struct TokenizedText: Hashable, Sendable {
    /// The words in UTF-8, separated by spaces.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty text.
    package init() {}

    /// Creates a tokenized text from the given text.
    package init(of text: String) {
        var text = text
        bytes.reserveCapacity(text.utf8.count)
        guard !text.withUTF8({ appendASCII($0) }) else { return }
        bytes.removeAll(keepingCapacity: true)
        Tokenizer.forEach(in: text) { word, _ in append(word.utf8) }
    }

    /// The words, separated by spaces.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Calls `body` with each word.
    package func forEachWord(_ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: space) ?? bytes.count
                body(bytes[start..<end])
                start = end + 1
            }
        }
    }

    private mutating func append(_ word: some Collection<UInt8>) {
        if !bytes.isEmpty, !word.isEmpty { bytes.append(space) }
        bytes += word
    }

    /// Tokenizes a text without Unicode tables if it is ASCII, as most texts are.
    ///
    /// - Returns: Whether the text was ASCII. If it was not, the caller must discard the appended
    ///   bytes.
    private mutating func appendASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var length = 0
        for byte in text {
            guard byte < 0x80 else { return false }
            if byte.isInWords {
                length += 1
                if length == 1, !bytes.isEmpty { bytes.append(space) }
                if length <= Tokenizer.maximumLength { bytes.append(byte.lowercased) }
            } else {
                length = 0
            }
        }
        return true
    }
}

private let space = UInt8(ascii: " ")

extension UInt8 {
    /// Whether the byte is an ASCII letter or digit.
    var isInWords: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    /// The ASCII letter or digit in lowercase.
    var lowercased: UInt8 { self < UInt8(ascii: "A") ? self : self | 0x20 }
}

extension Unicode.Scalar {
    /// Whether the scalar can be part of a word, as letters, marks, numbers and emoji can.
    var isInWords: Bool {
        if isASCII {
            return ("a"..."z").contains(self) || ("0"..."9").contains(self)
                || ("A"..."Z").contains(self)
        }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: isEmojiWord
        }
    }

    /// Whether the scalar is a word by itself.
    var standsAlone: Bool {
        properties.isIdeographic || isOfScriptWithoutSpaces || isEmojiWord
    }

    /// Whether searches ignore the scalar, which is the case for combining diacritical marks,
    /// Hebrew and Arabic points, emoji skin tones, variation selectors and invisible scalars.
    var isAccent: Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
            0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0x064B...0x065F,
            0x0670, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF:
            true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    private var isEmojiWord: Bool {
        !isASCII && properties.isEmoji && properties.generalCategory == .otherSymbol
    }

    /// Whether the scalar is Thai, Lao, Burmese, Khmer, or kana in either width.
    private var isOfScriptWithoutSpaces: Bool {
        switch value {
        case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0ECD, 0x0EDC...0x0EDF, 0x1000...0x103F,
            0x1780...0x17D3, 0x3041...0x309F, 0x30A1...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:
            true
        default: false
        }
    }
}
