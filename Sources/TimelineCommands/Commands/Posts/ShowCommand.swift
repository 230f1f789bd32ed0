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

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let reader = try await store.reader()
        let id = try await reader.postID(matching: post.id)
        guard isWatching else {
            let page = try await reader.postPage(id)
            guard !reading.isPaged else {
                return try await store.paging(true) { try $0.show(page) { $0.whole(page) } }
            }
            return try await output(of: page, in: store).show(page) { $0.whole(page) }
        }
        let isTerminal = context.console.columns != nil
        for try await page in reader.observe(id) {
            // A terminal shows the page in place. Other outputs receive one page after another.
            if isTerminal, global.format == .text {
                try store.output.clearScreen()
            }
            try await output(of: page, in: store)
                .showNext(page) { $0.whole(page) + (isTerminal ? [] : [""]) }
        }
        try store.output.confirm(PostText.postWasDeleted)
    }

    private func output(of page: PostPage, in store: OpenStore) async throws -> Output {
        guard let drawer = try store.drawer(reading.images) else { return store.output }
        return store.output.drawing([page.post.id: await drawer.whole(page.post)])
    }
}
