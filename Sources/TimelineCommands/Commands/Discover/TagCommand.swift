import ArgumentParser
import TimelineCore

struct TagCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Show the posts with a tag, newest first.",
        discussion: """
            A post has the tags in its caption, such as #sunset, and those that its author adds in comments. Case \
            does not count, accents do. In a shell, # begins a comment: leave it out, or quote the tag.
            """
    )

    @Argument(help: "The tag, with or without its #.")
    var tag: String

    @OptionGroup var page: PostPageOptions
    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let tag = try Tag(tag)
        let reader = try await store.reader()
        let page = try await reader.posts(
            tagged: tag,
            before: try await page.cursor(in: store),
            limit: page.limit
        )
        let arguments = ["tag", tag.name] + self.page.arguments
        let empty = self.page.before == nil ? "Nothing is tagged \(tag) yet." : PostPageOptions.end
        let output = try await store.output(showing: page.posts, images)
        try output.show(page) { $0.page(page, empty: empty, arguments: arguments) }
    }
}

/// Which page of a list of posts is shown.
struct PostPageOptions: ParsableArguments {
    static let defaultLimit = 20
    static let end = "That is all; there are no older posts."

    @Option(help: ArgumentHelp("How many posts, 1 to 1000.", valueName: "count"))
    var limit = Self.defaultLimit

    @Option(help: ArgumentHelp("Only posts older than this one: the next page.", valueName: "post"))
    var before: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// The post that the page comes after.
    func cursor(in store: OpenStore) async throws -> Post.ID? {
        guard let before else { return nil }
        return try await store.guest.cursor(matching: before)
    }

    /// The words that ask for pages of this size.
    var arguments: [String] { limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"] }
}
