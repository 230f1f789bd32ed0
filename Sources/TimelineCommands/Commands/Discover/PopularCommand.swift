import ArgumentParser
import Foundation
import TimelineCore

struct PopularCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "popular",
        abstract: DiscoverHelp.Popular.abstract,
        discussion: DiscoverHelp.Popular.discussion
    )

    @Option(parsing: .unconditional, help: PageText.postLimit)
    var limit: Int?

    @Option(parsing: .unconditional, help: DiscoverHelp.Popular.since)
    var since: String?

    @Flag(name: .customLong("explain"), help: DiscoverHelp.Popular.explain)
    var isExplained = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try checkLimit(limit)
        guard since == nil || maximumAge != nil else {
            throw ValidationError(DiscoverText.invalidAge)
        }
    }

    /// The maximum age of a post in seconds, or `nil` if `--since` is missing or invalid.
    private var maximumAge: TimeInterval? {
        guard let unit = since?.last, let seconds = Self.units[unit],
            let count = since.flatMap({ Int($0.dropLast()) }), (1...100_000).contains(count)
        else { return nil }
        return Double(count) * seconds
    }

    private static let units: [Character: TimeInterval] = [
        "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600,
    ]

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let reader = try await store.reader()
        let size = store.pageSize(limit)
        let posts = try await reader.popularPosts(within: maximumAge, limit: size)
        let isExplained = isExplained
        let entries = posts.map { popular in
            PostList.Entry(post: popular.post) { $0.listed(popular, isExplained: isExplained) }
        }
        try await store.show(
            PopularList(posts: posts),
            as: PostList(entries: entries, limit: limit, empty: empty),
            reading.images,
            isPaged: reading.isPaged
        ) { count, layout in
            guard count < entries.count else { return [] }
            return [
                layout.style.dim(PageText.more)
                    + layout.command(arguments + ["--limit", "\(size)"])
            ]
        }
    }

    /// The command that shows this list, without a limit.
    private var arguments: [String] {
        ["popular"] + (since.map { ["--since", $0] } ?? []) + (isExplained ? ["--explain"] : [])
            + reading.arguments
    }

    private var empty: String {
        since == nil ? DiscoverText.nothingPopular : DiscoverText.nothingPopularSince
    }
}

/// The output of `timeline popular`.
private struct PopularList: Encodable {
    let posts: [PopularPost]
}
