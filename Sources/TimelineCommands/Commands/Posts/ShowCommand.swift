import ArgumentParser
import TimelineCore

struct ShowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: PostHelp.Show.abstract
    )

    @OptionGroup var post: PostArgument

    @Flag(name: .customLong("watch"), help: PostHelp.Show.watch)
    var isWatching = false

    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let reader = try await store.reader()
        let id = try await reader.postID(matching: post.id)
        guard isWatching else {
            let page = try await reader.postPage(id)
            return try await output(of: page, in: store).show(page) { $0.whole(page) }
        }
        let isTerminal = context.console.columns != nil
        for try await page in reader.observe(id) {
            // A terminal shows the page in place. Other outputs receive one page after another.
            if isTerminal, global.format == .text {
                try context.console.write(TerminalSequence.clear)
            }
            try await output(of: page, in: store)
                .showNext(page) { $0.whole(page) + (isTerminal ? [] : [""]) }
        }
        try store.output.confirm(PostText.postWasDeleted)
    }

    private func output(of page: PostPage, in store: OpenStore) async throws -> Output {
        guard let drawer = try store.drawer(images) else { return store.output }
        return store.output.drawing(await drawer.whole(page.post))
    }
}

/// Terminal control sequences (ECMA-48).
private enum TerminalSequence {
    /// The sequence that moves the cursor to the top left corner and erases the screen.
    static let clear = "\u{1B}[H\u{1B}[2J"
}
