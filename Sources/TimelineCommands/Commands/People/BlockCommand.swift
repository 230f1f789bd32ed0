import ArgumentParser
import TimelineCore

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
