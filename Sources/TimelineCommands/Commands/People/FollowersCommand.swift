import ArgumentParser
import TimelineCore

struct FollowersCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "followers",
        abstract: "List who follows a user."
    )

    @OptionGroup var person: PersonArgument
    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let user = try await store.user(withUsername: person.user)
        let query = UserQuery(.followers(of: user.id), after: page.cursor, limit: page.limit)
        let empty = "Nobody follows @\(user.username) yet."
        try await store.show(query, empty: empty, arguments: ["followers", user.username])
    }
}

struct FollowingCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "following",
        abstract: "List whom a user follows."
    )

    @OptionGroup var person: PersonArgument
    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let user = try await store.user(withUsername: person.user)
        let query = UserQuery(.followed(by: user.id), after: page.cursor, limit: page.limit)
        let empty = "@\(user.username) follows nobody yet."
        try await store.show(query, empty: empty, arguments: ["following", user.username])
    }
}

/// The user that a list is about.
struct PersonArgument: ParsableArguments {
    @Argument(help: "The user's name; yours when none is given.")
    var user: String?
}
