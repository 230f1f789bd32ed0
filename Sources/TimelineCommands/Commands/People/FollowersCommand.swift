import ArgumentParser
import TimelineCore

struct FollowersCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "followers",
        abstract: PeopleHelp.Followers.abstract
    )

    @OptionGroup var subject: UserArgument
    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = try await store.user(withUsername: subject.user)
        let query = UserQuery(.followers(of: user.id), after: page.cursor, limit: page.limit)
        try await store.show(
            query,
            empty: try await PeopleText.blockNote(store.reader().profile(of: user.id))
                ?? PeopleText.noFollowers(user.username),
            arguments: ["followers", user.username]
        )
    }
}

struct FollowingCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "following",
        abstract: PeopleHelp.Followers.followingAbstract
    )

    @OptionGroup var subject: UserArgument
    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = try await store.user(withUsername: subject.user)
        let query = UserQuery(.followed(by: user.id), after: page.cursor, limit: page.limit)
        try await store.show(
            query,
            empty: try await PeopleText.blockNote(store.reader().profile(of: user.id))
                ?? PeopleText.followsNobody(user.username),
            arguments: ["following", user.username]
        )
    }
}
