import ArgumentParser
import TimelineCore

struct PasswordCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwd",
        abstract: "Change your password and end your other sessions.",
        discussion: """
            With --reset, set the password of a user who has forgotten it. Anyone who may write the store \
            can do that; it ends all sessions of the user, who learns of it at the next login.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Set a new password for this user without the old one.",
            valueName: "username"
        )
    )
    var reset: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let prompter = Prompter(console: context.console)
        if let reset {
            try await self.reset(reset, in: store, prompter)
        } else {
            try await change(in: store, prompter)
        }
    }

    private func change(in store: OpenStore, _ prompter: Prompter) async throws {
        let viewer = try await store.viewer()
        guard let email = try await viewer.email() else { throw TimelineError.notLoggedIn }
        let old = try prompter.password("Current password", fromInput: password.isFromInput)
        // A person learns of a wrong password before choosing a new one.
        if !password.isFromInput { try await viewer.verify(old) }
        let new = try await new(for: viewer.user().username, email, prompter)
        try await viewer.changePassword(from: old, to: new)
        try store.output.confirm("Your password is changed, and your other sessions have ended.")
    }

    private func reset(
        _ username: String,
        in store: OpenStore,
        _ prompter: Prompter
    ) async throws {
        let user = try await store.guest.user(withUsername: username)
        let email = try await store.owner.email(of: user)
        let new = try await new(for: user.username, email, prompter)
        try await store.owner.resetPassword(of: user.username, to: new)
        try store.output.confirm(
            "The password of @\(user.username) is reset, and all sessions of @\(user.username) have ended."
        )
    }

    private func new(
        for username: String,
        _ email: EmailAddress,
        _ prompter: Prompter
    ) async throws -> Password {
        try await prompter.newPassword("New password", fromInput: password.isFromInput) {
            try PasswordPolicy.check($0, username: username, email: email)
        }
    }
}
