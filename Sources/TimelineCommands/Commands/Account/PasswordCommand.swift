import ArgumentParser
import TimelineCore

struct PasswordCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwd",
        abstract: "Change your password, which ends your other sessions."
    )

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        guard let email = try await store.engine.email(of: viewer.id) else {
            throw TimelineError.notLoggedIn
        }
        let interview = Interview(console: context.console)
        let old = try interview.password("Your password of today", fromInput: password.isFromInput)
        // A person learns of a wrong one before choosing a new one.
        if !password.isFromInput { try await store.engine.verify(old, of: viewer.id) }
        let new = try await interview.newPassword(
            "The new one",
            fromInput: password.isFromInput
        ) { try PasswordPolicy.check($0, username: viewer.username, email: email) }
        try await store.engine.changePassword(
            from: old,
            to: new,
            of: viewer.id,
            keeping: store.session.token()?.sessionID
        )
        try store.output.confirm("Your password is changed, and your other sessions have ended.")
    }
}
