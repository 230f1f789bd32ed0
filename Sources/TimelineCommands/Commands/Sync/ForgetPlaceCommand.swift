import ArgumentParser
import TimelineCore
import TimelineSync

struct ForgetPlaceCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: SyncHelp.Forget.abstract,
        discussion: SyncHelp.Forget.discussion
    )

    @Argument(help: SyncHelp.target, completion: .directory)
    var target: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let target = try SyncTarget(parsing: target)
        let store = try await context.openStore(global)
        let sync = try await store.sync()
        let entries = try await sync.peers().filter { $0.target == target.text }
        let isNoted = try await sync.forgetAttempts(at: target.text)
        guard !entries.isEmpty || isNoted else {
            throw UsageError(SyncText.unknownPlace(target.shown(in: context)))
        }
        for entry in entries {
            // The user remains a peer, whose devices may sync with this one.
            if let user = entry.user { try await sync.addPeer(user, name: entry.name) }
            try await sync.removePeer(entry.id)
        }
        try store.output.confirm(SyncText.forgotten(target.shown(in: context)))
    }
}
