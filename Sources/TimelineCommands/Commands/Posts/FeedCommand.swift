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

    @OptionGroup var images: ImageOptions
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
        let position = feed == .home ? try await viewer?.readPosition() : nil
        let page = try await readPage(of: feed, for: viewer, in: store)
        let output = try await store.output(showing: page.posts, images)
        // The marker shows where the reader left off. New posts are not contiguous, and a resumed
        // page starts exactly at that position, so both are shown without a marker.
        let marker = isNew || isResuming ? nil : position?.marker(in: page)
        try output.show(FeedPage(page: page, marker: marker)) {
            $0.page(page, marker: marker, empty: empty, arguments: arguments)
        }
        if feed == .home, let viewer { try await store.markShown(page, to: viewer) }
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
        let limit = page.limit
        if let viewer, isResuming { return try await viewer.resumedPage(limit: limit) }
        let cursor = try await page.cursor(for: store.guest)
        if let viewer, isNew { return try await viewer.newPosts(before: cursor, limit: limit) }
        return try await store.reader(viewer).page(of: feed, before: cursor, limit: limit)
    }

    /// Prints the newest posts, oldest first, followed by each new post as it arrives.
    private func watch(_ feed: Feed, for viewer: UserSession?, in store: OpenStore) async throws {
        for try await page in store.reader(viewer).observeNewPosts(in: feed, limit: page.limit) {
            for post in page.posts.reversed() {
                let output = try await store.output(showing: [post], images)
                try output.showNext(post) { $0.listed(post) + [""] }
            }
            if feed == .home, let viewer { try await markArrived(page, to: viewer, in: store) }
        }
    }

    /// Marks the newest page of the feed as shown.
    ///
    /// Posts that arrived below this page are marked one by one, because the posts in between may
    /// be unread.
    private func markArrived(
        _ arrived: TimelinePage,
        to viewer: UserSession,
        in store: OpenStore
    ) async throws {
        let newest = try await viewer.timeline(limit: page.limit)
        let shown = Set(newest.posts.map(\.id))
        for post in arrived.posts where !shown.contains(post.id) {
            let single = TimelinePage([post], next: post.id, epoch: arrived.epoch)
            try await store.markShown(single, to: viewer)
        }
        try await store.markShown(newest, to: viewer)
    }

    /// The command that shows this feed, without a cursor.
    private var arguments: [String] {
        ["feed"] + (isNew ? ["--new"] : []) + (of.map { ["--of", $0] } ?? [])
            + (isEveryones ? ["--everyone"] : []) + page.arguments
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
