import ArgumentParser
import TimelineCore

struct SearchCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: DiscoverHelp.Search.abstract,
        discussion: DiscoverHelp.Search.discussion
    )

    @Argument(parsing: .remaining, help: DiscoverHelp.Search.words)
    var words: [String] = []

    @OptionGroup var page: ResultPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard words.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else {
            throw ValidationError(DiscoverText.nothingToSearchFor)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let text = words.joined(separator: " ")
        let reader = try await store.reader()
        let arguments = ["search"] + page.arguments + reading.arguments
        let empty = page.after == nil ? DiscoverText.noResults : PageText.noMoreResults
        let query = (text.hasPrefix("-") ? ["--"] : []) + [store.output.layout.quoted(text)]
        try await store.showResults(page, reading, empty: empty, arguments, text: query) {
            try await reader.search(text, after: $0, limit: $1)
        }
    }
}

extension OpenStore {
    /// Prints a page of search results and the command that shows the next page.
    ///
    /// - Parameters:
    ///   - options: The options that select the page.
    ///   - reading: The options for pictures and the pager.
    ///   - empty: The text to print if the page is empty.
    ///   - arguments: The command that shows these results, without a cursor.
    ///   - text: The search text as the last arguments of the command.
    ///   - search: A function that returns the results after a cursor, up to a limit.
    /// - Throws: A ``TimelineError`` if the search or the output fails, or ``ClosedPipe`` if the
    ///   reader has closed the pipe.
    func showResults(
        _ options: ResultPageOptions,
        _ reading: ReadingOptions,
        empty: String,
        _ arguments: [String],
        text: [String] = [],
        search: (SearchCursor?, Int) async throws -> SearchPage
    ) async throws {
        let cursor = try options.cursor()
        let page = try await search(cursor, pageSize(options.limit))
        var drawn: Set<Post.ID> = []
        let entries = page.hits.map { hit in
            // The photos of a post are drawn once, although several of its comments may match.
            let isFirst = drawn.insert(hit.post.id).inserted
            return PostList.Entry(post: isFirst ? hit.post : nil) { $0.listed(hit) }
        }
        let list = PostList(
            heading: { $0.suggestions(page) },
            entries: entries,
            limit: options.limit,
            empty: empty
        )
        try await show(page, as: list, reading.images, isPaged: reading.isPaged) { count, layout in
            var next = page.next
            if count < entries.count { next = try await search(cursor, count).next }
            let words = next.map { ["--after", $0.description] + text }
            return layout.nextPage(words, arguments: arguments, end: PageText.noMoreResults)
        }
    }
}

extension TextLayout {
    /// Formats one line of a list of tags: the tag and its number of posts.
    func listed(_ tag: TagCount) -> String {
        let count = DiscoverText.posts(tag.postCount)
        let room = max(1, width - count.displayWidth - 2)
        return style.bold(fitted(tag.tag.description.terminalSafe, to: room))
            + "  " + style.dim(count)
    }

    /// Formats the users and tags of a page of search results.
    func suggestions(_ page: SearchPage) -> [String] {
        let users = page.users.map { listed($0) }
        let tags = page.tags.map { listed($0) }
        return users + (users.isEmpty ? [] : [""]) + tags + (tags.isEmpty ? [] : [""])
    }

    /// Formats a caption or comment with highlighted matches, below the photos of its post if they
    /// have been drawn.
    func listed(_ hit: SearchHit) -> [String] {
        let author = hit.comment?.author ?? hit.post.author
        let date = hit.comment?.createdAt ?? hit.post.createdAt
        let id = hit.comment?.id.shortID ?? hit.post.id.shortID
        let age = relativeTime(of: date, now: now, in: timeZone)
        let pictures = drawnPosts[hit.post.id]?.photos ?? []
        let plain = [heading(author, time: age, id: id)] + pictures
        guard hit.comment == nil else {
            let post = paragraph(PostText.on(hit.post.id.shortID), indent: 2).map(style.dim)
            return plain + post + text(of: hit)
        }
        return (heading(of: hit.post, time: age, above: pictures) ?? plain) + text(of: hit)
    }

    /// Formats the excerpt of a hit, or its whole text if the output is not a terminal.
    private func text(of hit: SearchHit) -> [String] {
        let text = hit.comment?.text ?? hit.post.caption
        let line = String(text.map { $0.isNewline ? " " : $0 })
        let match = hit.excerpt.text.trimmingPrefix("…")
        let isWhole = line.contains(match.hasSuffix("…") ? match.dropLast() : match)
        return isTerminal || !isWhole
            ? excerpt(hit.excerpt, indent: 2) : paragraph(text, indent: 2)
    }

    /// Formats an excerpt with its matches in bold, on at most three lines on a terminal.
    func excerpt(_ excerpt: Excerpt, indent: Int) -> [String] {
        let characters = excerpt.parts.flatMap { part in
            part.text.terminalSafe.map { (character: $0, isMatch: part.isMatch) }
        }
        let lines = String(characters.map(\.character))
            .clamped(to: width - indent, lines: isTerminal ? 3 : .max)
        var rest = characters[...]
        return lines.map { line in
            let start = String(repeating: " ", count: indent)
            return line.isEmpty ? line : start + emphasizingMatches(in: line, &rest)
        }
    }

    /// Formats the matches in a line in bold.
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
