import ArgumentParser
import TimelineCore
import TimelineSync

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: AccountHelp.Account.abstract,
        subcommands: [DeleteAccountCommand.self]
    )
}

struct DeleteAccountCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: AccountHelp.Account.deleteAbstract,
        discussion: AccountHelp.Account.deleteDiscussion
    )

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let user = try await viewer.user()
        let username = user.username
        let prompter = Prompter(console: context.console)
        if !password.isFromInput {
            context.console.writeError(AccountText.deletionWarning(username) + "\n")
        }
        let password = try prompter.password(PromptText.password, fromInput: password.isFromInput)
        try await viewer.deleteAccount(password: password)
        try store.session.remove()
        let isKnownElsewhere = try await StoreSync.mustTellLeaving(of: user.id, store.owner)
        try store.output.confirm(
            AccountText.deletedAccount(of: username)
                + (isKnownElsewhere ? " " + AccountText.passOnLeaving : "")
        )
    }
}
