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
            layout.activity(page, empty: empty, arguments: ["activity"] + self.page.arguments)
        }
        try await store.markShown(page, to: viewer)
    }

    private var empty: String {
        page.after == nil ? ActivityText.empty : ActivityText.noOlder
    }
}

/// The page of a list of activity.
struct ActivityPageOptions: ParsableArguments {
    static let defaultLimit = 50

    @Option(help: ActivityHelp.limit)
    var limit = Self.defaultLimit

    @Option(help: ActivityHelp.after)
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// Parses the cursor that precedes the page.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)``.
    func cursor() throws -> ActivityCursor? {
        try after.map(ActivityCursor.init(parsing:))
    }

    /// The arguments that select pages of the same size.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}
