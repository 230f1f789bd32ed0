import ArgumentParser
import TimelineCore

struct NearCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: "Show the posts around a position, newest first."
    )

    private static let defaultRadius = "2km"

    @Argument(
        help: ArgumentHelp("The position in degrees, as in -33.9,18.4.", valueName: "lat,lon")
    )
    var position: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far around: 500m, 2km, 1.5mi.", valueName: "distance")
    )
    var radius = Self.defaultRadius

    @OptionGroup var page: PostPageOptions
    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let vicinity = try Vicinity(
            of: try Coordinate(parsing: position),
            radius: try Distance.metres(parsing: radius)
        )
        let reader = try await store.reader()
        let page = try await reader.posts(
            near: vicinity,
            before: try await page.cursor(in: store),
            limit: page.limit
        )
        let output = try await store.output(showing: page.posts.map(\.post), images)
        try output.show(page) { layout in
            layout.page(page, empty: empty, arguments: arguments(layout))
        }
    }

    private var empty: String {
        page.before == nil
            ? "No post is from there; --radius takes in more." : PostPageOptions.end
    }

    private func arguments(_ layout: TextLayout) -> [String] {
        let distance = radius == Self.defaultRadius ? [] : ["--radius", layout.quoted(radius)]
        return ["near", position.filter { $0 != " " }] + distance + page.arguments
    }
}
