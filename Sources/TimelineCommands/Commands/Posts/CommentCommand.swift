import ArgumentParser
import TimelineCore

struct CommentCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment",
        abstract: PostHelp.Comment.abstract
    )

    @OptionGroup var post: PostArgument

    @Argument(help: PostHelp.Comment.text)
    var text: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let id = try await viewer.postID(matching: post.id)
        let comment = try await viewer.comment(on: id, context.text(text))
        try store.output.show(comment) { $0.whole(comment) }
    }
}
