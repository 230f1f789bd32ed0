import ArgumentParser
import TimelineCore

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
