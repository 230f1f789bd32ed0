import ArgumentParser
import TimelineCore

struct NearCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: DiscoverHelp.Near.abstract
    )

    private static let defaultRadius = "2km"

    @Argument(help: DiscoverHelp.Near.position)
    var position: String

    @Option(parsing: .unconditional, help: DiscoverHelp.Near.radius)
    var radius = Self.defaultRadius

    @OptionGroup var page: PostPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let vicinity = try SearchArea(
            of: try Coordinate(parsing: position),
            radius: try Distance.metres(parsing: radius)
        )
        let reader = try await store.reader()
        let page = try await reader.posts(
            near: vicinity,
            before: try await page.cursor(for: store.guest),
            limit: store.pageSize(page.limit)
        )
        let entries = page.posts.map { nearby in
            PostList.Entry(post: nearby.post) { $0.listed(nearby) }
        }
        try await store.show(
            page,
            as: PostList(entries: entries, limit: self.page.limit, empty: empty),
            reading.images,
            isPaged: reading.isPaged
        ) { count, layout in
            let next = count < entries.count ? page.posts[count - 1].post.id : page.next
            return layout.nextPage(after: next, arguments: arguments(layout))
        }
    }

    private var empty: String {
        page.before == nil ? DiscoverText.noPosts(within: radius) : PageText.noOlderPosts
    }

    private func arguments(_ layout: TextLayout) -> [String] {
        let distance = radius == Self.defaultRadius ? [] : ["--radius", layout.quoted(radius)]
        return ["near", position.filter { $0 != " " }] + distance + page.arguments
            + reading.arguments
    }
}
