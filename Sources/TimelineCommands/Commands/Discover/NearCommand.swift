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
    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let vicinity = try Vicinity(
            of: try Coordinate(parsing: position),
            radius: try Distance.metres(parsing: radius)
        )
        let reader = try await store.reader()
        let page = try await reader.posts(
            near: vicinity,
            before: try await page.cursor(for: store.guest),
            limit: page.limit
        )
        let output = try await store.output(showing: page.posts.map(\.post), images)
        try output.show(page) { layout in
            layout.page(page, empty: empty, arguments: arguments(layout))
        }
    }

    private var empty: String {
        page.before == nil ? DiscoverText.noPosts(within: radius) : PageText.noOlderPosts
    }

    private func arguments(_ layout: TextLayout) -> [String] {
        let distance = radius == Self.defaultRadius ? [] : ["--radius", layout.quoted(radius)]
        return ["near", position.filter { $0 != " " }] + distance + page.arguments
    }
}
