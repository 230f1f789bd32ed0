import ArgumentParser
import TimelineCore
import TimelineMedia

struct DeleteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a post of yours, or a comment.",
        discussion: """
            A post goes with its pictures, comments and likes. A comment may be deleted by who wrote it, \
            and by whose post it stands under.
            """
    )

    @Argument(help: "The name of a post or of a comment.")
    var name: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        switch try await viewer.item(matching: name) {
        case .post(let id):
            try await viewer.delete(id)
            try store.output.confirm("The post \(id.shortID) is deleted.")
        case .comment(let id):
            try await viewer.delete(id)
            try store.output.confirm("The comment \(id.shortID) is deleted.")
        }
    }
}
