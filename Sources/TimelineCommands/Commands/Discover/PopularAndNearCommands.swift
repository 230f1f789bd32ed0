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

struct NearCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "near",
        abstract: DiscoverHelp.Near.abstract
    )

    private static let defaultRadius = "2km"

    @Argument(help: DiscoverHelp.Near.position)
    var position: [String]

    @Option(parsing: .unconditional, help: DiscoverHelp.Near.radius)
    var radius = Self.defaultRadius

    @OptionGroup var page: PostPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let vicinity = try SearchArea(
            of: try Coordinate(parsing: position.joined(separator: " ")),
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
        let numbers = position.joined(separator: ",")
            .split { $0 == "," || $0.isWhitespace }.joined(separator: ",")
        return ["near", numbers] + distance + page.arguments
            + reading.arguments
    }
}

extension TextLayout {
    /// Formats a post near a position, with its distance.
    func listed(_ nearby: NearbyPost) -> [String] {
        let distance = Distance.text(metres: nearby.distance)
        return listed(nearby.post, note: DiscoverText.away(distance))
    }

    /// Formats a popular post, optionally with the calculation of its score.
    func listed(_ popular: PopularPost, isExplained: Bool) -> [String] {
        guard isExplained else { return listed(popular.post) }
        let popularity = popular.popularity
        let score = DiscoverText.score(
            String(format: "%.3g", popularity.score),
            likes: popularity.likes,
            comments: popularity.comments,
            hours: String(format: "%.1f", popularity.hours)
        )
        return listed(popular.post, note: score)
    }

    /// Formats a post in a list, with a note below its counts.
    private func listed(_ post: PostView, note: String) -> [String] {
        listed(post) + paragraph(note, indent: 2).map(style.dim)
    }
}
