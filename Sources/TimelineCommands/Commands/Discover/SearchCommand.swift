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
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !words.isEmpty else { throw ValidationError(DiscoverText.nothingToSearchFor) }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let text = words.joined(separator: " ")
        let reader = try await store.reader()
        let page = try await reader.search(text, after: try page.cursor(), limit: page.limit)
        try store.output.show(page) { layout in
            layout.results(
                page,
                empty: self.page.after == nil ? DiscoverText.noResults : PageText.noMoreResults,
                arguments: ["search"] + self.page.arguments,
                text: (text.hasPrefix("-") ? "-- " : "") + layout.quoted(text)
            )
        }
    }
}
