import ArgumentParser
import TimelineCore

struct WhoAmICommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Tell who is logged in."
    )

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let user = try await viewer.user()
        let identity = Identity(
            email: try await viewer.email()?.text,
            user: user
        )
        try store.output.show(identity) { layout in
            let email = identity.email.map { "  " + layout.style.dim($0) } ?? ""
            return [layout.style.username("@\(user.username)") + email]
        }
    }
}

/// Who is logged in.
struct Identity: Encodable {
    /// The address that the user logs in with, told only to the user.
    let email: String?
    /// The user.
    let user: User
}
