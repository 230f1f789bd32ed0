import ArgumentParser
import TimelineCore

struct SearchCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find captions, comments, users and tags.",
        discussion: """
            All words have to be there; case and accents do not count. "golden hour" in quotation marks is a \
            phrase, sun* the beginning of a word, '#sunset' a tag, @leia a user and what mentions her. Texts in \
            which the words stand as typed come first, then the others; of each, the newest first.
            """
    )

    @Argument(parsing: .remaining, help: "The words to find.")
    var words: [String] = []

    @OptionGroup var page: HitPageOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !words.isEmpty else {
            throw ValidationError("What is to be found? Put -- before words that begin with -.")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let text = words.joined(separator: " ")
        let reader = try await store.reader()
        let page = try await reader.search(
            text,
            after: try page.cursor(),
            limit: page.limit
        )
        let arguments = self.page.arguments
        try store.output.show(page) { layout in
            let words = ["search"] + arguments
            return layout.found(
                page,
                empty: "Nothing was found.",
                arguments: words,
                text: (text.hasPrefix("-") ? "-- " : "") + layout.quoted(text)
            )
        }
    }
}

/// Which page of hits is shown.
struct HitPageOptions: ParsableArguments {
    static let defaultLimit = 20

    @Option(help: ArgumentHelp("How many captions and comments, 1 to 1000.", valueName: "count"))
    var limit = Self.defaultLimit

    @Option(help: ArgumentHelp("Only what comes behind this: the next page.", valueName: "cursor"))
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// What the page comes after.
    func cursor() throws -> SearchCursor? {
        guard let after else { return nil }
        guard let cursor = SearchCursor(after) else { throw TimelineError.invalidCursor(after) }
        return cursor
    }

    /// The words that ask for pages of this size.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}
