import ArgumentParser
import TimelineCore

struct FollowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow a user: all of the user's posts join your feed at once."
    )

    @Argument(help: "The user's name.")
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let user = try await store.engine.user(named: user)
        let profile = try await store.engine.follow(user.id, by: viewer.id)
        try store.output.show(profile) { $0.paragraph("You follow @\(user.username).") }
    }
}

struct UnfollowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfollow",
        abstract: "Follow a user no longer."
    )

    @Argument(help: "The user's name.")
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let viewer = try await store.viewer()
        let user = try await store.engine.user(named: user)
        let profile = try await store.engine.unfollow(user.id, by: viewer.id)
        try store.output.show(profile) { $0.paragraph("You do not follow @\(user.username).") }
    }
}
