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
