import ArgumentParser
import TimelineCore

struct BookmarkCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmark",
        abstract: PostHelp.Bookmark.abstract,
        discussion: PostHelp.Bookmark.discussion
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let id = try await viewer.postID(matching: post.id)
        try await viewer.bookmark(id)
        try store.output.confirm(PostText.bookmarked(id.shortID))
    }
}

struct UnbookmarkCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unbookmark",
        abstract: PostHelp.Bookmark.removeAbstract
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        // The post may have been deleted.
        let id = try await viewer.cursor(matching: post.id)
        try await viewer.unbookmark(id)
        try store.output.confirm(PostText.unbookmarked(id.shortID))
    }
}

struct BookmarksCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "bookmarks",
        abstract: PostHelp.Bookmark.listAbstract
    )

    @Option(parsing: .unconditional, help: PageText.postLimit)
    var limit: Int?

    @Option(help: PageText.beforeListed, completion: .post)
    var before: String?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws { try checkLimit(limit) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let cursor = try await viewer.cursor(matching: before)
        try await store.show(
            try await viewer.bookmarks(before: cursor, limit: store.pageSize(limit)),
            limit: limit,
            reading,
            empty: cursor == nil ? PostText.noBookmarks : PageText.noMorePosts,
            end: PageText.noMorePosts,
            arguments: ["bookmarks"]
        )
    }
}

extension UserSession {
    /// Returns the ID of the post after which a page starts, or `nil` for the first page.
    func cursor(matching text: String?) async throws -> Post.ID? {
        guard let text else { return nil }
        return try await cursor(matching: text) as Post.ID
    }
}

extension OpenStore {
    /// Prints a page of posts, and the command for the next page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - limit: The number of posts that the user has requested, or `nil` for as many as fit the
    ///     screen.
    ///   - reading: How to show the posts.
    ///   - empty: The text to print if there are no posts.
    ///   - end: The text below the last page on a terminal.
    ///   - arguments: The command that shows this list, without the options for pages.
    /// - Throws: Any error of `show(_:as:_:isPaged:ending:)`.
    func show(
        _ page: TimelinePage,
        limit: Int?,
        _ reading: ReadingOptions,
        empty: String,
        end: String,
        arguments: [String]
    ) async throws {
        let size = limit.map { ["--limit", "\($0)"] } ?? []
        try await show(
            page,
            as: PostList(page.posts, limit: limit, empty: empty),
            reading.images,
            isPaged: reading.isPaged
        ) { count, layout in
            layout.nextPage(
                page.truncated(to: count).next.map { ["--before", $0.shortID] },
                arguments: arguments + size + reading.arguments,
                end: end
            )
        }
    }
}
