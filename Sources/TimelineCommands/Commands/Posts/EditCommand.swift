import ArgumentParser
import TimelineCore

struct EditCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: PostHelp.Edit.abstract
    )

    @OptionGroup var post: PostArgument

    @Option(parsing: .unconditional, help: PostHelp.Edit.caption)
    var caption: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        try await store.change(post) { id, author in
            try await author.edit(id, caption: context.text(caption))
            return try await author.post(id)
        }
    }
}
