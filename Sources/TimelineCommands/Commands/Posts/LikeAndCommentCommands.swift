import ArgumentParser
import TimelineCore

struct LikeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "like",
        abstract: PostHelp.Like.abstract
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        try await store.change(post) { try await $1.like($0) }
    }
}

struct UnlikeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlike",
        abstract: PostHelp.Like.unlikeAbstract
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        try await store.change(post) { try await $1.unlike($0) }
    }
}

struct LikesCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "likes",
        abstract: PostHelp.Like.listAbstract
    )

    @Argument(help: PostHelp.post, completion: .post)
    var post: String?

    @Flag(name: .customLong("mine"), help: PostHelp.Like.mine)
    var isMine = false

    @Option(parsing: .unconditional, help: PostHelp.Like.limit)
    var limit: Int?

    @Option(help: PageText.afterUser, completion: .username)
    var after: String?

    @Option(help: PostHelp.Like.before, completion: .post)
    var before: String?

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try checkLimit(limit)
        guard isMine == (post == nil) else { throw ValidationError(PostText.postOrMine) }
        guard isMine ? after == nil : before == nil else {
            throw ValidationError(PostText.afterOrBefore)
        }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        guard let post else { return try await showLikedPosts(in: store) }
        let reader = try await store.reader()
        let id = try await reader.post(reader.postID(matching: post)).id
        let query = UserQuery(
            .likers(of: id),
            after: after.map { Username.normalized($0) },
            limit: limit ?? UserPageOptions.defaultLimit
        )
        try await store.show(
            query,
            empty: PostText.nobodyLikes,
            arguments: ["likes", id.shortID]
        )
    }

    private func showLikedPosts(in store: OpenStore) async throws {
        let viewer = try await store.viewer()
        let cursor = try await viewer.cursor(matching: before)
        try await store.show(
            try await viewer.likedPosts(before: cursor, limit: store.pageSize(limit)),
            limit: limit,
            reading,
            empty: cursor == nil ? PostText.noLikedPosts : PageText.noMorePosts,
            end: PageText.noMorePosts,
            arguments: ["likes", "--mine"]
        )
    }
}

struct CommentCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: PostHelp.Comment.abstract,
        discussion: PostHelp.Comment.discussion
    )

    @OptionGroup var post: PostArgument

    @Argument(help: PostHelp.Comment.text)
    var text: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let id = try await viewer.postID(matching: post.id)
        let comment = try await withText(in: context) { try await viewer.comment(on: id, $0) }
        try store.output.show(comment) { $0.whole(comment) }
    }

    /// Calls a closure with the text of the comment, which the user writes in an editor if it is
    /// missing.
    private func withText(
        in context: CommandContext,
        _ save: (String) async throws -> CommentView
    ) async throws -> CommentView {
        if let text { return try await save(context.text(text)) }
        guard context.console.isInteractive else { throw UsageError(PostText.textRequired) }
        return try await TextEditor(variables: context.variables)
            .edit("", note: PromptText.commentNote, save: save)
    }
}
