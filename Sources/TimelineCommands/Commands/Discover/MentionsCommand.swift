import ArgumentParser
import TimelineCore

struct MentionsCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "mentions",
        abstract: DiscoverHelp.Mentions.abstract
    )

    @Argument(help: DiscoverHelp.Mentions.user, completion: .username)
    var user: String?

    @OptionGroup var page: ResultPageOptions
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = try await store.user(withUsername: self.user)
        let reader = try await store.reader()
        let username = self.user == nil ? [] : [user.username]
        try await store.showResults(
            page,
            reading,
            empty: empty(user),
            ["mentions"] + username + page.arguments + reading.arguments
        ) {
            try await reader.mentions(of: user.id, after: $0, limit: $1)
        }
    }

    private func empty(_ user: User) -> String {
        page.after == nil
            ? DiscoverText.noMentions(of: user.username) : PageText.noMoreResults
    }
}
