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
        try await store.show(post) { try await $1.like($0) }
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
        try await store.show(post) { try await $1.unlike($0) }
    }
}

extension OpenStore {
    /// Changes a post as who is logged in, and prints what it has become.
    func show(
        _ post: PostArgument,
        after change: (Post.ID, UserSession) async throws -> PostView
    ) async throws {
        let viewer = try await viewer()
        let id = try await viewer.postID(matching: post.name)
        let post = try await change(id, viewer)
        try output.show(post) { $0.listed(post) }
    }
}
