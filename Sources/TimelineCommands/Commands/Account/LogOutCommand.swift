import ArgumentParser
import TimelineCore

struct LogOutCommand: ContextCommand {
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
        if let viewer, isEverywhere { try await store.engine.revokeSessions(of: viewer.id) }
        if let token = try store.session.token() { try await store.engine.logOut(token) }
        try store.session.forget()
        try store.output.confirm(
            viewer.map { "Goodbye, @\($0.username). You are logged out." }
                ?? "Nobody was logged in; nothing of a log-in is left here now."
        )
    }
}
