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
            let warning = store.output.layout.paragraph(AccountText.deletionWarning(username))
            for line in warning { context.console.writeError(line + "\n") }
        }
        let password = try prompter.password(PromptText.password, fromInput: password.isFromInput)
        try await viewer.deleteAccount(password: password)
        try store.session.remove()
        let isKnownElsewhere = try await StoreSync.mustTellDeletion(of: user.id, store.owner)
        try store.output.confirm(
            AccountText.deletedAccount(of: username)
                + (isKnownElsewhere ? " " + AccountText.passOnDeletion : "")
        )
    }
}

struct PasswordCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwd",
        abstract: AccountHelp.Password.abstract,
        discussion: AccountHelp.Password.discussion
    )

    @Option(help: AccountHelp.Password.reset, completion: .username)
    var reset: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let prompter = Prompter(console: context.console)
        if let reset {
            try await resetPassword(of: reset, in: store, prompter: prompter)
        } else {
            try await changePassword(in: store, prompter: prompter)
        }
    }

    private func changePassword(in store: OpenStore, prompter: Prompter) async throws {
        let viewer = try await store.viewer()
        guard let email = try await viewer.email() else { throw TimelineError.notLoggedIn }
        let old = try prompter.password(
            PromptText.currentPassword,
            fromInput: password.isFromInput
        )
        // At a terminal, reports a wrong password before prompting for the new one.
        if !password.isFromInput { try await viewer.verify(old) }
        let username = try await viewer.user().username
        let new = try await newPassword(for: username, email: email, prompter: prompter)
        try await viewer.changePassword(from: old, to: new)
        try store.output.confirm(AccountText.changedPassword)
    }

    private func resetPassword(
        of username: String,
        in store: OpenStore,
        prompter: Prompter
    ) async throws {
        let user = try await store.user(withUsername: username)
        let email = try await store.owner.email(of: user)
        let new = try await newPassword(for: user.username, email: email, prompter: prompter)
        try await store.owner.resetPassword(of: user.username, to: new)
        try store.output.confirm(AccountText.resetPassword(of: user.username))
    }

    private func newPassword(
        for username: String,
        email: EmailAddress,
        prompter: Prompter
    ) async throws -> Password {
        try await prompter.newPassword(
            PromptText.newPassword,
            repeated: PromptText.repeatNewPassword,
            fromInput: password.isFromInput
        ) { try PasswordPolicy.check($0, username: username, email: email) }
    }
}
