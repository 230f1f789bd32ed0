import ArgumentParser
import TimelineCore
import TimelineDevices

struct BlockCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: InviteHelp.Block.abstract,
        discussion: InviteHelp.Block.discussion
    )

    @Argument(help: PeopleHelp.user)
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let user = try await store.guest.user(withUsername: user)
        guard user.id != sync.user else { throw UsageError(InviteText.selfBlock) }
        try await sync.block(user.id)
        try store.output.confirm(InviteText.blocked(user.username))
    }
}

struct UnblockCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: InviteHelp.Block.unblockAbstract
    )

    @Argument(help: PeopleHelp.user)
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let user = try await store.guest.user(withUsername: user)
        try await sync.unblock(user.id)
        try store.output.confirm(InviteText.unblocked(user.username))
    }
}
