import ArgumentParser
import TimelineCore
import TimelineDevices

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
        let sync = try await store.sync()
        guard let user else {
            let list = try await store.blockedUsers(sync)
            try store.output.show(list) {
                $0.list(list, empty: InviteText.noBlockedUsers)
            }
            return
        }
        let blocked = try await store.user(withUsername: user)
        guard blocked.id != sync.user else { throw UsageError(InviteText.selfBlock) }
        try await sync.block(blocked.id)
        try store.output.confirm(InviteText.blocked(blocked.username))
    }
}

struct UnblockCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: InviteHelp.Block.unblockAbstract
    )

    @Argument(help: PeopleHelp.user, completion: .username)
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let user = try await store.user(withUsername: user)
        try await sync.unblock(user.id)
        try store.output.confirm(InviteText.unblocked(user.username))
    }
}

extension OpenStore {
    /// Returns the blocked users with a profile in this store.
    fileprivate func blockedUsers(_ sync: StoreSync) async throws -> UserList {
        var users: [User] = []
        for id in try await sync.blockedUsers() {
            do {
                users.append(try await guest.profile(of: id).user)
            } catch TimelineError.userNotFound {
                // The profile has not arrived, or was removed.
            }
        }
        return UserList(users: users.sorted { $0.username < $1.username }, next: nil)
    }
}
