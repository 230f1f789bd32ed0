import ArgumentParser
import TimelineCore

struct ActivityCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: ActivityHelp.abstract,
        discussion: ActivityHelp.discussion
    )

    @OptionGroup var page: ActivityPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let page = try await viewer.activity(after: self.page.cursor(), limit: self.page.limit)
        try store.output.show(page) { layout in
            layout.nextPage(of: page, arguments: ["activity"] + self.page.arguments)
        } text: { layout in
            layout.activity(page, empty: empty)
        }
        try await store.markShown(page, to: viewer)
    }

    private var empty: String {
        page.after == nil ? ActivityText.empty : ActivityText.noOlder
    }
}

/// The options that select a page of activity.
struct ActivityPageOptions: ParsableArguments {
    static let defaultLimit = 50

    @Option(parsing: .unconditional, help: ActivityHelp.limit)
    var limit = Self.defaultLimit

    @Option(help: ActivityHelp.after)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Returns the cursor after which the page starts, or `nil` for the first page.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)`` if the cursor cannot be parsed.
    func cursor() throws -> ActivityCursor? {
        try after.map(ActivityCursor.init(parsing:))
    }

    /// The arguments that select the same page size in another command.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}
