import ArgumentParser
import TimelineCore

struct MentionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "mentions",
        abstract: "Show the captions and comments that mention you, newest first."
    )

    @Argument(help: "Whose name is mentioned; yours when none is given.")
    var user: String?

    @OptionGroup var page: HitPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let user = try await store.user(withUsername: self.user)
        let reader = try await store.reader()
        let page = try await reader.mentions(
            of: user.id,
            after: try page.cursor(),
            limit: page.limit
        )
        let arguments =
            ["mentions"] + (self.user == nil ? [] : [user.username]) + self.page.arguments
        try store.output.show(page) {
            $0.found(
                page,
                empty: "Nobody has mentioned @\(user.username) yet.",
                arguments: arguments
            )
        }
    }
}
