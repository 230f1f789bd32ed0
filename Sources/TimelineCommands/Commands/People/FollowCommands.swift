import ArgumentParser
import TimelineCore
import TimelineSync

struct FollowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: PeopleHelp.Follow.abstract,
        discussion: PeopleHelp.Follow.discussion
    )

    @Argument(help: InviteHelp.link, completion: .username)
    var user: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        if user.contains("://") { return try await store.follow(link: user) }
        try await store.changeFollow(of: user) {
            $1 ? PeopleText.alreadyFollowed($0) : PeopleText.youFollow($0)
        } change: {
            try await $1.follow($0)
        }
    }
}

struct UnfollowCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "unfollow",
        abstract: PeopleHelp.Follow.unfollowAbstract,
        discussion: PeopleHelp.Follow.unfollowDiscussion
    )

    @Argument(help: PeopleHelp.user, completion: .username)
    var user: String

    @Flag(help: PeopleHelp.Follow.forget)
    var forget = false

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        guard !forget else { return try await store.forget(user) }
        try await store.changeFollow(of: user) {
            $1 ? PeopleText.unfollowed($0) : PeopleText.notFollowed($0)
        } change: {
            try await $1.unfollow($0)
        }
    }
}

extension OpenStore {
    /// Unfollows a user and removes their posts from the store.
    fileprivate func forget(_ username: String) async throws {
        let sync = try await sync()
        let user = try await user(withUsername: username)
        try await sync.forget(user.id)
        try output.confirm(PeopleText.forgotten(user.username))
    }

    /// Follows or unfollows a user and prints the user's profile (JSON) or a confirmation (text).
    fileprivate func changeFollow(
        of username: String,
        confirmation: (_ username: String, _ wasFollowed: Bool) -> String,
        change: (_ user: User.ID, _ viewer: UserSession) async throws -> ProfileView
    ) async throws {
        let viewer = try await viewer()
        let user = try await user(withUsername: username)
        let wasFollowed = try await viewer.profile(of: user.id).followedByViewer
        let profile = try await change(user.id, viewer)
        try output.show(profile) { $0.paragraph(confirmation(user.username, wasFollowed)) }
    }
}

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
