import ArgumentParser
import Foundation
import TimelineCore

struct LoginCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: AccountHelp.LogIn.abstract
    )

    @Option(help: AccountHelp.LogIn.email)
    var email: String?

    @OptionGroup var password: PasswordOption
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let prompter = Prompter(console: context.console)
        let email = try await prompter.value(email, label: PromptText.email, option: "--email") {
            _ = try EmailAddress($0)
        }
        let login = try await store.guest.logIn(
            email: email,
            password: try prompter.password(PromptText.password, fromInput: password.isFromInput),
            label: context.sessionLabel
        )
        try await store.begin(login)
        let viewer = try await store.viewer()
        let drafts = try await viewer.drafts().count { $0.effect != .nothing }
        let void = DeviceText.void(try await viewer.voidRecords())
        try store.output.show(Identity(email: nil, user: login.user)) { layout in
            layout.paragraph(AccountText.welcomeBack(login.user.username))
                + (login.hasNewDeviceKey ? layout.paragraph(AccountText.newDeviceKey) : [])
                + (drafts > 0 ? layout.paragraph(DeviceText.drafts(drafts)) : [])
                + (void.map { layout.paragraph($0) } ?? [])
                + (login.passwordResetAt.map { Self.resetNotice($0, in: layout) } ?? [])
        }
    }

    private static func resetNotice(_ date: Date, in layout: TextLayout) -> [String] {
        let age = relativeTime(of: date, now: layout.now, in: layout.timeZone)
        return layout.paragraph(AccountText.passwordWasReset(age))
    }
}
