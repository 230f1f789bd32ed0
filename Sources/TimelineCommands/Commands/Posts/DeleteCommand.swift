import ArgumentParser
import TimelineCore

struct DeleteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: PostHelp.Delete.abstract,
        discussion: PostHelp.Delete.discussion
    )

    @Argument(help: PostHelp.Delete.id)
    var id: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        switch try await viewer.item(matching: id) {
        case .post(let id):
            try await viewer.delete(id)
            try store.output.confirm(PostText.deletedPost(id.shortID))
        case .comment(let id):
            try await viewer.delete(id)
            try store.output.confirm(PostText.deletedComment(id.shortID))
        }
    }
}
