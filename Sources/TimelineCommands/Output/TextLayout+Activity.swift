import TimelineCore

extension TextLayout {
    /// Formats a page of activity as groups, followed by the command that shows the next page.
    ///
    /// - Parameters:
    ///   - page: The page of activity.
    ///   - empty: The text to show if the page is empty.
    ///   - arguments: The command that shows the activity, without a cursor.
    /// - Returns: The lines of text.
    func activity(_ page: ActivityPage, empty: String, arguments: [String]) -> [String] {
        guard !page.items.isEmpty else { return paragraph(empty) }
        let groups = page.groups(in: timeZone).flatMap { listed($0) + [""] }
        guard let next = page.next else { return groups + [style.dim(ActivityText.noOlder)] }
        let words = arguments + ["--after", next.description]
        return groups + [style.dim(PageText.nextPage) + command(words)]
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
        parts.append((names, { style.username($0) }))
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
