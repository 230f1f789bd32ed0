extension String {
    /// The text in lines of at most `width` columns, broken between words where it can be.
    ///
    /// Spaces at which a line ends are left out, the text's own line breaks are kept, and words
    /// longer than a line are broken. Only where `width` is 1 may a line be wider: for a character
    /// of 2 columns.
    func wrapped(to width: Int) -> [String] {
        wrapped(to: width, beyond: .max)
    }

    /// The lines that wrapping gives, of which those after the first `count` may be incomplete.
    func wrapped(to width: Int, beyond count: Int) -> [String] {
        var filler = LineWrapper(width: width)
        for character in self {
            filler.add(character)
            if filler.lines.count > count { break }
        }
        return filler.finished()
    }
}
