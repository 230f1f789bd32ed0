import ArgumentParser
import TimelineCore

struct EditCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the caption of a post of yours."
    )

    @OptionGroup var post: PostArgument

    @Option(parsing: .unconditional, help: "The new words; - reads them from standard input.")
    var caption: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let id = try await store.engine.postID(named: post.name)
        try await store.engine.edit(id, caption: context.text(caption), by: viewer.id)
        let post = try await store.engine.post(id, for: viewer.id)
        try store.output.show(post) { $0.listed(post) }
    }
}
