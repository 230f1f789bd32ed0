import ArgumentParser
import TimelineCore

struct EditCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the caption of a post of yours."
    )

    @OptionGroup var post: PostArgument

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The new words; - reads them from standard input.", valueName: "text")
    )
    var caption: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        try await store.show(post) { id, author in
            try await author.edit(id, caption: context.text(caption))
            return try await author.post(id)
        }
    }
}
