extension Unicode.Scalar {
    /// Joins the scalars around it into one emoji or one ligature.
    static let joiner: Unicode.Scalar = "\u{200D}"

    /// Keeps the letters around it apart although their script would join them.
    static let nonJoiner: Unicode.Scalar = "\u{200C}"

    /// Asks for the picture of the symbol before it.
    static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
}
