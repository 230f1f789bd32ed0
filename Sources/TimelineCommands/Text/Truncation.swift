extension String {
    /// The text in at most `lines` lines of at most `width` columns, ended by `…` when it is cut.
    func clamped(to width: Int, lines: Int) -> [String] {
        guard lines > 0 else { return [] }
        let wrapped = wrapped(to: width, beyond: lines)
        guard wrapped.count > lines else { return wrapped }
        return wrapped.prefix(lines - 1) + [wrapped[lines - 1].cut(to: width)]
    }

    /// The text on one line of at most `width` columns, ended by `…` when it is cut.
    ///
    /// Line breaks become spaces.
    func truncated(to width: Int) -> String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.displayWidth <= width ? line : line.cut(to: width)
    }

    /// As much of the text as fits `width` columns together with the `…` at its end.
    private func cut(to width: Int) -> String {
        guard width >= ellipsis.displayWidth else { return "" }
        var taken = ellipsis.displayWidth
        let kept = prefix { character in
            taken += character.displayWidth
            return taken <= width
        }
        return kept + ellipsis
    }
}

private let ellipsis = "…"
