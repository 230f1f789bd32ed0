import ArgumentParser
import TimelineCore

struct FeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Read a feed, newest first, to any depth.",
        discussion: "Without options it is yours: your posts and those of everyone you follow."
    )

    private static let defaultLimit = 20

    @Option(help: ArgumentHelp("How many posts, 1 to 1000.", valueName: "count"))
    var limit = Self.defaultLimit

    @Option(help: ArgumentHelp("Only posts older than this one: the next page.", valueName: "post"))
    var before: String?

    @Flag(name: .customLong("new"), help: "Only what came since your last visit.")
    var isNew = false

    @Flag(name: .customLong("resume"), help: "Go on where you stopped reading.")
    var isResumed = false

    @Flag(name: .customLong("watch"), help: "Stay, and print posts as they come, until Ctrl-C.")
    var isWatched = false

    @Option(help: ArgumentHelp("One user's posts.", valueName: "user"))
    var of: String?

    @Flag(name: .customLong("everyone"), help: "Everyone's posts.")
    var isEveryones = false

    @OptionGroup var images: ImageOptions

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try checkLimit(limit)
        guard of == nil || !isEveryones else {
            throw ValidationError("Give --of or --everyone, not both.")
        }
        let places = [before != nil || isNew, isResumed, isWatched].filter(\.self).count
        guard places <= 1 else {
            throw ValidationError("--resume and --watch go alone, without --before or --new.")
        }
        guard !(isNew || isResumed) || of == nil && !isEveryones else {
            throw ValidationError("--new and --resume go with your own feed only.")
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let (feed, viewer) = try await reading(store)
        if isWatched { return try await watch(feed, for: viewer, in: store) }
        let page = try await page(of: feed, for: viewer, in: store)
        let output = try await store.output(showing: page.posts, images)
        try output.show(page) { $0.page(page, empty: empty, arguments: arguments) }
        if feed == .home, let viewer { try await store.markShown(page, to: viewer) }
    }

    /// Which feed is read, and by whom; only the home feed needs a reader.
    private func reading(_ store: OpenStore) async throws -> (Feed, UserSession?) {
        if let of {
            return (
                .user(try await store.guest.user(withUsername: of).id),
                try await store.viewerIfAny()
            )
        }
        return isEveryones
            ? (.everyone, try await store.viewerIfAny()) : (.home, try await store.viewer())
    }

    private func page(
        of feed: Feed,
        for viewer: UserSession?,
        in store: OpenStore
    ) async throws -> TimelinePage {
        if let viewer, isResumed {
            return try await viewer.resumedPage(limit: limit)
        }
        var cursor: Post.ID?
        if let before { cursor = try await store.guest.cursor(matching: before) }
        if let viewer, isNew {
            return try await viewer.newPosts(before: cursor, limit: limit)
        }
        return try await store.reader(viewer).page(of: feed, before: cursor, limit: limit)
    }

    /// Prints the newest posts, oldest first, and then each one that comes.
    private func watch(_ feed: Feed, for viewer: UserSession?, in store: OpenStore) async throws {
        var newest: Post.ID?
        for try await page in store.reader(viewer).observe(feed, limit: limit) {
            let fresh = try await fresh(page, above: newest, of: feed, for: viewer, in: store)
            for post in fresh.reversed() {
                let output = try await store.output(showing: [post], images)
                try output.showNext(post) { $0.listed(post) + [""] }
            }
            newest = [newest, page.posts.first?.id].compactMap(\.self).max()
            if feed == .home, let viewer { try await store.markShown(page, to: viewer) }
        }
    }

    /// All posts that are newer than those shown, newest first, also when they are more than a page.
    private func fresh(
        _ page: TimelinePage,
        above newest: Post.ID?,
        of feed: Feed,
        for viewer: UserSession?,
        in store: OpenStore
    ) async throws -> [PostView] {
        guard let newest else { return page.posts }
        var fresh = page.posts.filter { $0.id > newest }
        while fresh.count >= limit, let last = fresh.last?.id {
            let more = try await store.reader(viewer)
                .page(
                    of: feed,
                    before: last,
                    after: newest,
                    limit: limit
                )
            fresh += more.posts
            if more.next == nil { break }
        }
        return fresh
    }

    /// The words that show this feed again.
    private var arguments: [String] {
        ["feed"] + (isNew ? ["--new"] : []) + (of.map { ["--of", $0] } ?? [])
            + (isEveryones ? ["--everyone"] : [])
            + (limit == Self.defaultLimit ? [] : ["--limit", "\(limit)"])
    }

    private var empty: String {
        if isNew { return "Nothing new since your last visit." }
        if before != nil || isResumed { return "That is all; there are no older posts." }
        if let of { return "@\(of.drop { $0 == "@" }) has not posted yet." }
        if isEveryones {
            return "Nobody has posted yet. Share a picture: timeline post --image FILE"
        }
        return """
            Nothing here yet. Find someone to follow with `timeline users`, or share a picture with \
            `timeline post --image FILE`.
            """
    }
}
