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

struct LogoutCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: AccountHelp.LogOut.abstract,
        discussion: AccountHelp.LogOut.discussion
    )

    @Flag(name: .customLong("all"), help: AccountHelp.LogOut.all)
    var endsAllSessions = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let folder = try context.storeFolder(global)
        // Without a store, a leftover login is useless.
        if !folder.exists { try SessionFile(of: folder, variables: context.variables).remove() }
        let store = try await context.openStore(global)
        let viewer = try await store.viewerIfAny()
        let username = try await viewer?.user().username
        if endsAllSessions {
            try await viewer?.revokeAllSessions()
        } else {
            try await viewer?.logOut()
        }
        try store.session.remove()
        try store.output.confirm(username.map(AccountText.goodbye) ?? AccountText.wasNotLoggedIn)
    }
}

struct WhoAmICommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: AccountHelp.WhoAmI.abstract
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let identity = Identity(
            email: try await viewer.email()?.text,
            user: try await viewer.user()
        )
        let drafts = try await viewer.drafts().count { $0.effect != .nothing }
        try store.output.show(identity) { layout in
            let email = identity.email.map { "  " + layout.style.dim($0) } ?? ""
            let user = identity.user
            return [layout.style.username("@\(user.username)", url: user.url) + email]
                + (drafts > 0 ? layout.paragraph(DeviceText.drafts(drafts)) : [])
        }
    }
}

/// The logged-in user, as shown in the output.
struct Identity: Encodable {
    /// The email address used to log in.
    ///
    /// Only `timeline whoami` includes it.
    let email: String?
    /// The logged-in user.
    let user: User
}
