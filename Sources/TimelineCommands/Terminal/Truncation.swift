extension String {
    /// Wraps the text to at most `lines` lines of `width` columns.
    ///
    /// Truncated text ends in `…`.
    func clamped(to width: Int, lines: Int) -> [String] {
        guard lines > 0 else { return [] }
        let wrapped = wrapped(to: width, beyond: lines)
        guard wrapped.count > lines else { return wrapped }
        return wrapped.prefix(lines - 1) + [wrapped[lines - 1].cut(to: width)]
    }

    /// Returns the text on one line of at most `width` columns.
    ///
    /// Truncated text ends in `…`.
    ///
    /// Line breaks are replaced with spaces.
    func truncated(to width: Int) -> String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.displayWidth <= width ? line : line.cut(to: width)
    }

    /// Returns as much of the text as fits into `width` columns, followed by `…`.
    private func cut(to width: Int) -> String {
        guard width >= ellipsis.displayWidth else { return "" }
        var total = ellipsis.displayWidth
        let start = prefix { character in
            total += character.displayWidth
            return total <= width
        }
        return start + ellipsis
    }
}

private let ellipsis = "…"
