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
