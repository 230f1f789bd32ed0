import TimelineCore

extension TextLayout {
    /// A tag in a list, with its number of posts.
    func listed(_ tag: TagCount) -> String {
        let count = countText(tag.postCount, "post")
        let room = max(1, width - count.displayWidth - 2)
        return style.bold(tag.tag.description.terminalSafe.truncated(to: room))
            + "  " + style.dim(count)
    }

    /// What was found, and what to type for the next page.
    ///
    /// - Parameters:
    ///   - page: what was found.
    ///   - empty: what to say when there is nothing.
    ///   - arguments: the words of the command that shows this list.
    ///   - text: the text searched for, which comes last.
    /// - Returns: the lines.
    func found(
        _ page: SearchPage,
        empty: String,
        arguments: [String],
        text: String? = nil
    ) -> [String] {
        let isEmpty = page.users.isEmpty && page.tags.isEmpty && page.hits.isEmpty
        guard !isEmpty else { return paragraph(empty) }
        let users = page.users.map { listed($0) }
        let tags = page.tags.map { listed($0) }
        let lines = users + (users.isEmpty ? [] : [""]) + tags + (tags.isEmpty ? [] : [""])
        let hits = page.hits.flatMap { listed($0) + [""] }
        guard let next = page.next else { return lines + hits + [style.dim("That is all.")] }
        let words = arguments + ["--after", next.description] + [text].compactMap(\.self)
        return lines + hits + [style.dim("Next page: ") + command(words.joined(separator: " "))]
    }

    /// A caption or a comment with the words that were searched.
    private func listed(_ hit: SearchHit) -> [String] {
        let author = hit.comment?.author ?? hit.post.author
        let date = hit.comment?.createdAt ?? hit.post.createdAt
        let name = hit.comment?.id.shortID ?? hit.post.id.shortID
        let age = relativeTime(of: date, now: now, in: timeZone)
        let under =
            hit.comment == nil ? [] : paragraph("on \(hit.post.id.shortID)", indent: 2)
        return [heading(author, age, name)] + under.map(style.dim) + excerpt(hit.excerpt, indent: 2)
    }

    /// An excerpt in at most three lines, with what was searched in bold.
    func excerpt(_ excerpt: Excerpt, indent: Int) -> [String] {
        let marked = excerpt.parts.flatMap { part in
            part.text.terminalSafe.map { (character: $0, isMatch: part.isMatch) }
        }
        let lines = String(marked.map(\.character)).clamped(to: width - indent, lines: 3)
        var rest = marked[...]
        return lines.map { line in
            let start = String(repeating: " ", count: indent)
            return line.isEmpty ? line : start + emphasized(line, &rest)
        }
    }

    /// A line with the look of those of its characters that were searched.
    ///
    /// - Parameters:
    ///   - line: the next line of the text; only white space is left out between two.
    ///   - rest: the characters from this line on.
    /// - Returns: the line.
    private func emphasized(
        _ line: String,
        _ rest: inout ArraySlice<(character: Character, isMatch: Bool)>
    ) -> String {
        var text = ""
        var run = ""
        for character in line {
            while let next = rest.first, next.character != character, next.character.isWhitespace {
                rest = rest.dropFirst()
            }
            let isMatch = rest.first?.character == character && rest.first?.isMatch == true
            rest = rest.dropFirst()
            if isMatch {
                run.append(character)
            } else {
                text += style.bold(run) + String(character)
                run = ""
            }
        }
        return text + style.bold(run)
    }
}
