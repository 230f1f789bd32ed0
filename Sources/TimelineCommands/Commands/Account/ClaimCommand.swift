import ArgumentParser
import TimelineCore

struct ClaimCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "claim",
        abstract: AccountHelp.Claim.abstract,
        discussion: AccountHelp.Claim.discussion
    )

    @Argument(help: AccountHelp.Claim.username, completion: .username)
    var username: String

    @Option(help: AccountHelp.Claim.email)
    var email: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let login = try await NewAccountPrompts(store)
            .claim(username, email: email, password: password)
        // The current session stays open.
        try await store.guest.session(for: login.token).logOut()
        try store.output.confirm(AccountText.claimed(login.user.username))
    }
}
