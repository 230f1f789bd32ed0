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
