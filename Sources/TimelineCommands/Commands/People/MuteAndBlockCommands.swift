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

struct BlockCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: InviteHelp.Block.abstract,
        discussion: InviteHelp.Block.discussion
    )

    @Argument(help: InviteHelp.Block.user, completion: .username)
    var user: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        guard let user else {
            let list = UserList(users: try await viewer.blockedUsers(), next: nil)
            try store.output.show(list) {
                $0.list(list, empty: InviteText.noBlockedUsers)
            }
            return
        }
        let blocked = try await store.user(withUsername: user)
        guard blocked.id != viewer.userID else { throw UsageError(InviteText.selfBlock) }
        try await viewer.block(blocked.id)
        try store.output.confirm(InviteText.blocked(blocked.username))
    }
}

struct UnblockCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: InviteHelp.Block.unblockAbstract
    )

    @Argument(help: PeopleHelp.user, completion: .blockedUsername)
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let viewer = try await store.viewer()
        let blocked: User
        do {
            blocked = try await viewer.blockedUser(named: user)
        } catch TimelineError.userNotFound {
            let user = try await store.user(withUsername: user)
            return try store.output.confirm(InviteText.notBlocked(user.username))
        }
        try await viewer.unblock(blocked.id)
        try store.output.confirm(InviteText.unblocked(blocked.username))
    }
}
