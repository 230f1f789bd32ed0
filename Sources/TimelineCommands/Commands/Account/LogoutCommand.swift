import ArgumentParser
import TimelineCore

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
        let folder = context.storeFolder(global)
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
