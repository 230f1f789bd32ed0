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
        try await store.showProfile(of: user, "You follow") {
            try await $1.follow($0)
        }
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
        try await store.showProfile(of: user, "You do not follow") {
            try await $1.unfollow($0)
        }
    }
}

extension OpenStore {
    /// Follows a user or not as who is logged in, and tells what holds now.
    fileprivate func showProfile(
        of name: String,
        _ words: String,
        after change: (_ user: User.ID, _ viewer: UserSession) async throws -> ProfileView
    ) async throws {
        let viewer = try await viewer()
        let user = try await viewer.user(withUsername: name)
        let profile = try await change(user.id, viewer)
        try output.show(profile) { $0.paragraph("\(words) @\(user.username).") }
    }
}
