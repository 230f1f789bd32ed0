extension String {
    /// The text in lines of at most `width` columns, broken between words where it can be.
    func wrapped(to width: Int) -> [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { paragraph in
                var filler = LineFiller(width: width)
                for character in paragraph { filler.add(character) }
                return filler.finished()
            }
    }
}
