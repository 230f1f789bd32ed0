extension String {
    /// Wraps the text to lines of at most `width` columns, between words if possible.
    ///
    /// Spaces at line breaks are removed, line breaks of the text remain, and words longer than a
    /// line are broken. A line is wider only if `width` is 1 and the character has 2 columns.
    func wrapped(to width: Int) -> [String] {
        wrapped(to: width, beyond: .max)
    }

    /// Wraps the text; lines after the first `count` may be incomplete.
    func wrapped(to width: Int, beyond count: Int) -> [String] {
        var wrapper = LineWrapper(width: width)
        for character in self {
            wrapper.add(character)
            if wrapper.lines.count > count { break }
        }
        return wrapper.finished()
    }
}
