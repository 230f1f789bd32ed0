import ArgumentParser
import TimelineCore

struct LogoutCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Log out.",
        discussion: "A log-in that is broken is cleared as well."
    )

    @Flag(name: .customLong("all"), help: "End all of your sessions, also those elsewhere.")
    var isEverywhere = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewerIfAny()
        let username = try await viewer?.user().username
        if isEverywhere {
            try await viewer?.revokeAllSessions()
        } else {
            try await viewer?.logOut()
        }
        try store.session.forget()
        try store.output.confirm(
            username.map { "Goodbye, @\($0). You are logged out." }
                ?? "Nobody was logged in; nothing of a log-in is left here now."
        )
    }
}
