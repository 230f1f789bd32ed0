extension Unicode.Scalar {
    /// The zero-width joiner (ZWJ), which joins its neighbours into an emoji or a ligature.
    static let joiner: Unicode.Scalar = "\u{200D}"

    /// The zero-width non-joiner (ZWNJ), which prevents its neighbours from joining.
    static let nonJoiner: Unicode.Scalar = "\u{200C}"

    /// The variation selector that requests the text presentation of the preceding symbol (VS15).
    static let textSelector: Unicode.Scalar = "\u{FE0E}"

    /// The variation selector that requests the emoji presentation of the preceding symbol (VS16).
    static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

    /// The dotted circle, the conventional base for a combining mark without a letter.
    static let dottedCircle: Unicode.Scalar = "\u{25CC}"

    /// Whether the scalar is a combining mark.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar is an emoji or can become one.
    ///
    /// Digits, `#` and `*` are excluded.
    var isPictograph: Bool {
        properties.isEmoji && !isASCII
    }
}
