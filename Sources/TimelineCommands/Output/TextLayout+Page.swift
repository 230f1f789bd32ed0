import TimelineCore

extension TextLayout {
    /// A page of posts, and what to type for the next one.
    ///
    /// - Parameters:
    ///   - page: the posts.
    ///   - empty: what to say when there are none.
    ///   - arguments: the words of the command that shows this feed.
    /// - Returns: the lines.
    func page(_ page: TimelinePage, empty: String, arguments: [String]) -> [String] {
        guard !page.posts.isEmpty else { return paragraph(empty) }
        let posts = page.posts.flatMap { listed($0) + [""] }
        guard let next = page.next else { return posts + [style.dim("That is all.")] }
        let command = command((arguments + ["--before", next.shortID]).joined(separator: " "))
        return posts + [style.dim("Next page: ") + command]
    }
}
