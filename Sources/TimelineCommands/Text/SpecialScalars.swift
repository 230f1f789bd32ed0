extension Unicode.Scalar {
    /// Joins the scalars around it into one emoji or one ligature.
    static let joiner: Unicode.Scalar = "\u{200D}"

    /// Keeps the letters around it apart although their script would join them.
    static let nonJoiner: Unicode.Scalar = "\u{200C}"

    /// Asks for the plain drawing of the symbol before it.
    static let textSelector: Unicode.Scalar = "\u{FE0E}"

    /// Asks for the picture of the symbol before it.
    static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

    /// The dashed circle that carries a mark which has no letter to sit on.
    static let dottedCircle: Unicode.Scalar = "\u{25CC}"

    /// Whether the scalar is drawn onto the one before it.
    var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether the scalar is an emoji or may become one, other than the digits, `#` and `*`.
    var isPictograph: Bool {
        properties.isEmoji && !isASCII
    }
}
