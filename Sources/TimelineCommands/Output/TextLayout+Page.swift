import TimelineCore

extension TextLayout {
    /// Formats the command that shows the next page of posts, or a note at the end of the list.
    func nextPage(after cursor: Post.ID?, arguments: [String]) -> [String] {
        nextPage(cursor.map { ["--before", $0.shortID] }, arguments: arguments)
    }

    /// Formats the command that shows the next page of a list, or a note at its end.
    ///
    /// Programs do not need the note, so it is shown only on a terminal.
    ///
    /// - Parameters:
    ///   - cursor: The arguments that select the next page, or `nil` at the end of the list.
    ///   - arguments: The command that shows the list, without a cursor.
    ///   - end: The note.
    /// - Returns: The line, if any.
    func nextPage(
        _ cursor: [String]?,
        arguments: [String],
        end: String = PageText.noOlderPosts
    ) -> [String] {
        guard let cursor else { return isTerminal ? [style.dim(end)] : [] }
        return [style.dim(PageText.nextPage) + command(arguments + cursor)]
    }
}
