import ArgumentParser
import Foundation
import TimelineCore

struct PopularCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "popular",
        abstract: "Show the most popular posts, best first.",
        discussion: """
            The score is (likes + 2 × comments) / (hours + 2)^1.8: what a post got, with its age taken off.
            """
    )

    @Option(help: ArgumentHelp("How many posts, 1 to 1000.", valueName: "count"))
    var limit = PostPageOptions.defaultLimit

    @Option(help: ArgumentHelp("Only posts this young: 12h, 7d, 4w.", valueName: "age"))
    var since: String?

    @Flag(name: .customLong("explain"), help: "Show how each score comes about.")
    var isExplained = false

    @OptionGroup var images: ImageOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try checkLimit(limit)
        guard since == nil || period != nil else {
            throw ValidationError("--since takes hours, days or weeks, as in 12h, 7d or 4w.")
        }
    }

    /// The oldest age in seconds.
    private var period: TimeInterval? {
        guard let unit = since?.last, let seconds = Self.units[unit],
            let count = since.flatMap({ Int($0.dropLast()) }), (1...100_000).contains(count)
        else { return nil }
        return Double(count) * seconds
    }

    private static let units: [Character: TimeInterval] = [
        "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600,
    ]

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let reader = try await store.reader()
        let posts = try await reader.popularPosts(
            within: period,
            limit: limit
        )
        let output = try await store.output(showing: posts.map(\.post), images)
        try output.show(PopularList(posts: posts)) { layout in
            let empty =
                since == nil
                ? "Nothing is popular yet: likes and comments make it so."
                : "Nothing that young is popular; --since takes in more."
            guard !posts.isEmpty else { return layout.paragraph(empty) }
            return posts.flatMap { layout.listed($0, isExplained: isExplained) + [""] }
        }
    }
}

/// Popular posts, as they are printed.
struct PopularList: Encodable {
    let posts: [PopularPost]
}
