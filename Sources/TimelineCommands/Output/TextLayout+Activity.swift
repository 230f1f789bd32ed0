import TimelineCore

extension TextLayout {
    /// Formats a page of activity as groups.
    ///
    /// - Parameters:
    ///   - page: The page of activity.
    ///   - empty: The text to show if the page is empty.
    /// - Returns: The lines of text.
    func activity(_ page: ActivityPage, empty: String) -> [String] {
        guard !page.items.isEmpty else { return paragraph(empty) }
        return page.groups(in: timeZone).flatMap { listed($0) + [""] }
    }

    /// Formats the command that shows the next page of activity.
    func nextPage(of page: ActivityPage, arguments: [String]) -> [String] {
        guard !page.items.isEmpty else { return [] }
        let cursor = page.next.map { ["--after", $0.description] }
        return nextPage(cursor, arguments: arguments, end: ActivityText.noOlder)
    }

    /// Formats a sentence about a group, followed by its comments or the caption of its post.
    private func listed(_ group: ActivityGroup) -> [String] {
        let names = ActivityText.names(group.users.map { "@\($0.username)" })
        let sentence = ActivityText.sentence(
            group.kind,
            inComment: group.items.contains { $0.comment != nil }
        )
        let age = relativeTime(of: group.createdAt, now: now, in: timeZone)
        var parts: [(String, (String) -> String)] = []
        if group.isNew { parts.append((ActivityText.newMark, { style.bold($0) })) }
        let url = group.users.count == 1 ? group.users.first?.url : nil
        parts.append((names, { style.username($0, url: url) }))
        parts.append((sentence, { $0 }))
        parts.append(("  \(age)", { style.dim($0) }))
        let heading = line(
            parts,
            right: (group.post?.id.shortID ?? "", { style.dim($0) })
        )
        let comments = group.items.compactMap(\.comment)
            .flatMap { comment in
                excerpt("@\(comment.author.username): \(comment.text)", indent: 2)
            }
        guard let caption = group.post?.caption, comments.isEmpty, !caption.isEmpty else {
            return [heading] + comments
        }
        return [heading] + excerpt(caption, indent: 2)
    }
}
