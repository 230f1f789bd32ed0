import TimelineCore

extension TextLayout {
    /// Formats one line of a list of tags: the tag and its number of posts.
    func listed(_ tag: TagCount) -> String {
        let count = DiscoverText.posts(tag.postCount)
        let room = max(1, width - count.displayWidth - 2)
        return style.bold(tag.tag.description.terminalSafe.truncated(to: room))
            + "  " + style.dim(count)
    }

    /// Formats a page of search results and the command that shows the next page.
    ///
    /// - Parameters:
    ///   - page: The search results.
    ///   - empty: The text to show if the page is empty.
    ///   - arguments: The command that shows these results, without a cursor.
    ///   - text: The search text, which is the last argument of the command.
    /// - Returns: The lines of text.
    func results(
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
        guard let next = page.next else {
            return lines + hits + [style.dim(PageText.noMoreResults)]
        }
        let words = arguments + ["--after", next.description] + [text].compactMap(\.self)
        return lines + hits + [style.dim(PageText.nextPage) + command(words)]
    }

    /// Formats a caption or comment with highlighted matches.
    private func listed(_ hit: SearchHit) -> [String] {
        let author = hit.comment?.author ?? hit.post.author
        let date = hit.comment?.createdAt ?? hit.post.createdAt
        let id = hit.comment?.id.shortID ?? hit.post.id.shortID
        let age = relativeTime(of: date, now: now, in: timeZone)
        let post = hit.comment == nil ? [] : paragraph(PostText.on(hit.post.id.shortID), indent: 2)
        return [heading(author, time: age, id: id)] + post.map(style.dim)
            + excerpt(hit.excerpt, indent: 2)
    }

    /// Formats an excerpt on at most three lines, with its matches in bold.
    func excerpt(_ excerpt: Excerpt, indent: Int) -> [String] {
        let characters = excerpt.parts.flatMap { part in
            part.text.terminalSafe.map { (character: $0, isMatch: part.isMatch) }
        }
        let lines = String(characters.map(\.character)).clamped(to: width - indent, lines: 3)
        var rest = characters[...]
        return lines.map { line in
            let start = String(repeating: " ", count: indent)
            return line.isEmpty ? line : start + emphasizingMatches(in: line, &rest)
        }
    }

    /// Sets the matches of a line in bold.
    ///
    /// - Parameters:
    ///   - line: The next line of the wrapped text. Wrapping removes only white space between
    ///     lines.
    ///   - rest: The characters of the text that have not been processed. The characters of the
    ///     line are removed from it.
    /// - Returns: The styled line.
    private func emphasizingMatches(
        in line: String,
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
