import ArgumentParser
import TimelineCore

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Delete your account.",
        subcommands: [DeleteAccountCommand.self]
    )
}

struct DeleteAccountCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete your account with all that you posted, wrote, liked and followed.",
        discussion: "Your password is asked for again. There is no way back."
    )

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let username = try await viewer.user().username
        let prompter = Prompter(console: context.console)
        if !password.isFromInput {
            context.console.writeError(
                "This deletes @\(username) with all posts, for ever.\n"
            )
        }
        let password = try prompter.password("Your password", fromInput: password.isFromInput)
        try await viewer.deleteAccount(password: password)
        try store.session.forget()
        try store.output.confirm("The account of @\(username) is deleted.")
    }
}
