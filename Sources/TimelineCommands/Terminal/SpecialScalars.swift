extension Unicode.Scalar {
    /// Joins its neighbours into an emoji or a ligature (ZWJ).
    static let joiner: Unicode.Scalar = "\u{200D}"

    /// Prevents its neighbours from joining (ZWNJ).
    static let nonJoiner: Unicode.Scalar = "\u{200C}"

    /// Selects the text presentation of the preceding symbol (VS15).
    static let textSelector: Unicode.Scalar = "\u{FE0E}"

    /// Selects the emoji presentation of the preceding symbol (VS16).
    static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

    /// The dotted circle that carries a mark without a letter.
    static let dottedCircle: Unicode.Scalar = "\u{25CC}"

    /// Whether the scalar is a combining mark.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar is or may become an emoji; digits, `#` and `*` do not count.
    var isPictograph: Bool {
        properties.isEmoji && !isASCII
    }
}
