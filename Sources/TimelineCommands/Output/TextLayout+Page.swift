import TimelineCore

extension TextLayout {
    /// Formats a page of posts and the command that shows the next page.
    ///
    /// - Parameters:
    ///   - page: The page of posts.
    ///   - empty: The text to show if the page is empty.
    ///   - arguments: The command that shows this feed, without a cursor.
    /// - Returns: The lines of text.
    func page(_ page: TimelinePage, empty: String, arguments: [String]) -> [String] {
        guard !page.posts.isEmpty else { return paragraph(empty) }
        return page.posts.flatMap { listed($0) + [""] }
            + [nextPage(after: page.next, arguments: arguments)]
    }

    /// Formats the command that shows the next page of posts, or a note at the end of the list.
    func nextPage(after cursor: Post.ID?, arguments: [String]) -> String {
        guard let cursor else { return style.dim(PageText.noOlderPosts) }
        return style.dim(PageText.nextPage) + command(arguments + ["--before", cursor.shortID])
    }
}
