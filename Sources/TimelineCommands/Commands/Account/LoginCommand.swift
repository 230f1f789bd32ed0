import ArgumentParser
import Foundation
import TimelineCore

struct LoginCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Log in."
    )

    @Option(help: ArgumentHelp("The address that you signed up with.", valueName: "address"))
    var email: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let prompter = Prompter(console: context.console)
        let email = try await prompter.answer(email, asking: "E-mail", option: "--email") {
            _ = try EmailAddress($0)
        }
        let logIn = try await store.guest.logIn(
            email: email,
            password: try prompter.password("Password", fromInput: password.isFromInput),
            label: context.sessionLabel
        )
        try await store.begin(logIn)
        try store.output.show(Identity(email: nil, user: logIn.user)) { layout in
            layout.paragraph("Welcome back, @\(logIn.user.username).")
                + (logIn.passwordResetAt.map { Self.resetNotice($0, in: layout) } ?? [])
        }
    }

    private static func resetNotice(_ date: Date, in layout: TextLayout) -> [String] {
        let age = relativeTime(of: date, now: layout.now, in: layout.timeZone)
        return layout.paragraph(
            """
            Your password was reset \(age) by someone who may write this store, and all your sessions \
            were ended. If that was not you, choose a new password with `timeline passwd`.
            """
        )
    }
}
