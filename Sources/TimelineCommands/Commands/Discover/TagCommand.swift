import ArgumentParser
import TimelineCore

struct TagCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: DiscoverHelp.Tag.abstract,
        discussion: DiscoverHelp.Tag.discussion
    )

    @Argument(help: DiscoverHelp.Tag.tag, completion: .tag)
    var tag: String

    @OptionGroup var page: PostPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let tag = try Tag(tag)
        let reader = try await store.reader()
        let page = try await reader.posts(
            tagged: tag,
            before: try await page.cursor(for: store.guest),
            limit: store.pageSize(page.limit)
        )
        let arguments = ["tag", tag.name] + self.page.arguments + reading.arguments
        let empty =
            self.page.before == nil
            ? DiscoverText.noPosts(tagged: "\(tag)") : PageText.noOlderPosts
        try await store.show(
            page,
            as: PostList(page.posts, limit: self.page.limit, empty: empty),
            reading.images,
            isPaged: reading.isPaged
        ) { count, layout in
            layout.nextPage(after: page.truncated(to: count).next, arguments: arguments)
        }
    }
}
