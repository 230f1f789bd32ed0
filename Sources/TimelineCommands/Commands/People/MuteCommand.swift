import ArgumentParser
import TimelineCore

struct MuteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: PeopleHelp.Mute.abstract,
        discussion: PeopleHelp.Mute.discussion
    )

    @Argument(help: PeopleHelp.Mute.user, completion: .username)
    var user: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        guard let user else {
            let list = UserList(users: try await viewer.mutedUsers(), next: nil)
            try store.output.show(list) {
                $0.list(list, empty: PeopleText.noMutedUsers)
            }
            return
        }
        let muted = try await store.user(withUsername: user)
        guard muted.id != viewer.userID else { throw UsageError(PeopleText.selfMute) }
        try await viewer.mute(muted.id)
        try store.output.confirm(PeopleText.muted(muted.username))
    }
}

struct UnmuteCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute",
        abstract: PeopleHelp.Mute.unmuteAbstract
    )

    @Argument(help: PeopleHelp.user, completion: .username)
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let muted = try await store.user(withUsername: user)
        try await viewer.unmute(muted.id)
        try store.output.confirm(PeopleText.unmuted(muted.username))
    }
}
