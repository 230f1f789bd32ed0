import ArgumentParser
import TimelineCore

struct FeedCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: PostHelp.Feed.abstract,
        discussion: PostHelp.Feed.discussion
    )

    @OptionGroup var page: PostPageOptions

    @Flag(name: .customLong("new"), help: PostHelp.Feed.new)
    var isNew = false

    @Flag(name: .customLong("resume"), help: PostHelp.Feed.resume)
    var isResuming = false

    @Flag(name: .customLong("watch"), help: PostHelp.Feed.watch)
    var isWatching = false

    @Option(help: PostHelp.Feed.of, completion: .username)
    var of: String?

    @Flag(name: .customLong("everyone"), help: PostHelp.Feed.everyone)
    var isEveryones = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard of == nil || !isEveryones else { throw ValidationError(PostText.ofOrEveryone) }
        let starts = [page.before != nil || isNew, isResuming, isWatching].filter(\.self)
        guard starts.count <= 1 else { throw ValidationError(PostText.resumeOrWatchAlone) }
        guard !(isNew || isResuming) || of == nil && !isEveryones else {
            throw ValidationError(PostText.ownFeedOnly)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let (feed, viewer) = try await selectedFeed(in: store)
        if isWatching { return try await watch(feed, for: viewer, in: store) }
        let empty = try await emptyText(of: feed, for: viewer)
        let position = feed == .home ? try await viewer?.readPosition() : nil
        let page = try await readPage(of: feed, for: viewer, in: store)
        // The marker shows where the reader left off. New posts are not contiguous, and a resumed
        // page starts exactly at that position, so both are shown without a marker.
        let marker = isNew || isResuming ? nil : position?.marker(in: page)
        let count = try await store.show(
            FeedPage(page: page, marker: marker),
            as: PostList(page.posts, marker: marker, limit: self.page.limit, empty: empty),
            reading.images,
            isPaged: reading.isPaged
        ) { count, layout in
            layout.nextPage(after: page.truncated(to: count).next, arguments: arguments)
        }
        guard feed == .home, let viewer else { return }
        try await store.markShown(page.truncated(to: count), to: viewer)
    }

    /// Returns the selected feed and the logged-in user, if any.
    ///
    /// Only the home feed requires a login.
    private func selectedFeed(in store: OpenStore) async throws -> (Feed, UserSession?) {
        if let of {
            return (
                .user(try await store.user(withUsername: of).id),
                try await store.viewerIfAny()
            )
        }
        return isEveryones
            ? (.everyone, try await store.viewerIfAny()) : (.home, try await store.viewer())
    }

    private func readPage(
        of feed: Feed,
        for viewer: UserSession?,
        in store: OpenStore
    ) async throws -> TimelinePage {
        let limit = store.pageSize(page.limit)
        if let viewer, isResuming { return try await viewer.resumedPage(limit: limit) }
        let cursor = try await page.cursor(for: store.guest)
        if let viewer, isNew { return try await viewer.newPosts(before: cursor, limit: limit) }
        return try await store.reader(viewer).page(of: feed, before: cursor, limit: limit)
    }

    /// Shows the newest posts, and each new post as it arrives.
    ///
    /// A terminal shows one screen, with the newest posts at the top. Other outputs receive the
    /// posts of each update, newest first.
    private func watch(_ feed: Feed, for viewer: UserSession?, in store: OpenStore) async throws {
        let isScreen = store.output.layout.isTerminal && store.output.format == .text
        let limit = store.pageSize(page.limit)
        var recent: [PostView] = []
        var shown: Set<Post.ID> = []
        for try await page in store.reader(viewer).observeNewPosts(in: feed, limit: limit) {
            let arrived = Set(page.posts.map(\.id))
            let earlier = isScreen ? recent.filter { !arrived.contains($0.id) } : []
            recent = Array((page.posts + earlier).prefix(max(limit, page.posts.count)))
            let count = try await show(recent, onScreen: isScreen, in: store)
            let new = Set(recent.prefix(count).map(\.id)).intersection(arrived)
            shown.formUnion(new)
            guard feed == .home, let viewer else { continue }
            shown = try await markArrived(page, shown: shown, to: viewer, in: store)
        }
    }

    /// Shows posts, and returns how many fit.
    private func show(
        _ posts: [PostView],
        onScreen isScreen: Bool,
        in store: OpenStore
    ) async throws -> Int {
        guard isScreen else {
            for post in posts { try store.output.showNext(post) { $0.listed(post) + [""] } }
            return posts.count
        }
        try store.output.clearScreen()
        let list = PostList(posts, limit: page.limit, empty: empty)
        return try await store.show(posts, as: list, reading.images) { _, _ in [] }
    }

    /// Marks the shown posts as read: the newest posts of the feed, up to the first that has not been
    /// shown, and one by one those that arrived below it, because the posts in between may be
    /// unread.
    ///
    /// - Returns: The shown posts on the newest page of the feed.
    private func markArrived(
        _ arrived: TimelinePage,
        shown: Set<Post.ID>,
        to viewer: UserSession,
        in store: OpenStore
    ) async throws -> Set<Post.ID> {
        let newest = try await viewer.timeline(limit: store.pageSize(page.limit))
        let count = newest.posts.prefix { shown.contains($0.id) }.count
        let marked = Set(newest.posts.prefix(count).map(\.id))
        for post in arrived.posts where shown.contains(post.id) && !marked.contains(post.id) {
            let single = TimelinePage([post], next: post.id, epoch: arrived.epoch)
            try await store.markShown(single, to: viewer)
        }
        try await store.markShown(newest.truncated(to: count), to: viewer)
        return shown.intersection(newest.posts.map(\.id))
    }

    /// The command that shows this feed, without a cursor.
    private var arguments: [String] {
        ["feed"] + (isNew ? ["--new"] : []) + (of.map { ["--of", $0] } ?? [])
            + (isEveryones ? ["--everyone"] : []) + page.arguments + reading.arguments
    }

    /// Returns the text that replaces an empty feed.
    private func emptyText(of feed: Feed, for viewer: UserSession?) async throws -> String {
        guard case .user(let user) = feed, let viewer else { return empty }
        return try await PeopleText.blockNote(viewer.profile(of: user)) ?? empty
    }

    private var empty: String {
        if isNew { return PostText.nothingNew }
        if page.before != nil || isResuming { return PageText.noOlderPosts }
        if let of { return PostText.noPosts(by: String(of.drop { $0 == "@" })) }
        return isEveryones ? PostText.noPosts : PostText.emptyFeed
    }
}

/// The output of `timeline feed`: a page and its marker.
private struct FeedPage: Encodable {
    let page: TimelinePage
    /// The ID of the post above which the marker is printed, to show where the reader left off.
    let marker: Post.ID?

    private enum CodingKeys: CodingKey {
        case marker
    }

    func encode(to encoder: any Encoder) throws {
        try page.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(marker, forKey: .marker)
    }
}

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
