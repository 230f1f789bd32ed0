import TimelineCore

extension TextLayout {
    /// Formats a page of posts and the command that shows the next page.
    ///
    /// - Parameters:
    ///   - page: The posts.
    ///   - marker: The post above which the reader left off.
    ///   - empty: The text to show if the page is empty.
    ///   - arguments: The command that shows this feed, without a cursor.
    /// - Returns: The lines of text.
    func page(
        _ page: TimelinePage,
        marker: Post.ID? = nil,
        empty: String,
        arguments: [String]
    ) -> [String] {
        guard !page.posts.isEmpty else { return paragraph(empty) }
        return page.posts.flatMap { post in
            (post.id == marker ? [style.bold(PageText.leftOff), ""] : []) + listed(post) + [""]
        } + [nextPage(after: page.next, arguments: arguments)]
    }

    /// Formats the command that shows the next page of posts, or a note at the end of the list.
    func nextPage(after cursor: Post.ID?, arguments: [String]) -> String {
        guard let cursor else { return style.dim(PageText.noOlderPosts) }
        return style.dim(PageText.nextPage) + command(arguments + ["--before", cursor.shortID])
    }
}
