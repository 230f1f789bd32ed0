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
        let viewer = try await store.viewer()
        let id = try await store.engine.postID(named: post.name)
        let post = try await store.engine.like(id, by: viewer.id)
        try store.output.show(post) { $0.listed(post) }
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
        let viewer = try await store.viewer()
        let id = try await store.engine.postID(named: post.name)
        let post = try await store.engine.unlike(id, by: viewer.id)
        try store.output.show(post) { $0.listed(post) }
    }
}
