import ArgumentParser
import TimelineCore

struct ShowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a post whole, with all its comments."
    )

    @OptionGroup var post: PostArgument

    @Flag(
        name: .customLong("watch"),
        help: "Stay, and show it again when it changes, until Ctrl-C."
    )
    var isWatched = false

    @OptionGroup var images: ImageOptions

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let reader = try await store.reader()
        let id = try await reader.postID(matching: post.name)
        guard isWatched else {
            let page = try await reader.postPage(id)
            return try await output(of: page, in: store).show(page) { $0.whole(page) }
        }
        let isTerminal = context.console.columns != nil
        for try await page in reader.observe(id) {
            // Home and clear: a terminal shows the page in place; elsewhere the pages follow each other.
            if isTerminal, global.format == .text { try context.console.write("\u{1B}[H\u{1B}[2J") }
            try await output(of: page, in: store)
                .showNext(page) { $0.whole(page) + (isTerminal ? [] : [""]) }
        }
        try store.output.confirm("The post was deleted.")
    }

    private func output(of page: PostPage, in store: OpenStore) async throws -> Output {
        guard let drawer = try store.drawer(images) else { return store.output }
        return store.output.drawing(await drawer.whole(page.post))
    }
}

/// The post that a command is about.
struct PostArgument: ParsableArguments {
    @Argument(help: "The post's name: as listed, or any unique ending of it.")
    var post: String

    var name: String { post }
}
