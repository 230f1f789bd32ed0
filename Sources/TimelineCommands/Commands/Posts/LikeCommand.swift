import ArgumentParser
import TimelineCore

struct LikeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "like",
        abstract: "Like a post."
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        try await store.show(post) { try await store.engine.like($0, by: $1) }
    }
}

struct UnlikeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlike",
        abstract: "Take your like of a post back."
    )

    @OptionGroup var post: PostArgument
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        try await store.show(post) { try await store.engine.unlike($0, by: $1) }
    }
}

extension OpenStore {
    /// Changes a post as who is logged in, and prints what it has become.
    func show(
        _ post: PostArgument,
        after change: (Post.ID, User.ID) async throws -> PostView
    ) async throws {
        let viewer = try await viewer()
        let id = try await engine.postID(named: post.name)
        let post = try await change(id, viewer.id)
        try output.show(post) { $0.listed(post) }
    }
}
