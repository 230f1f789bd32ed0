import ArgumentParser
import TimelineCore

struct UsersCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the users of this store."
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only those with this in their name, in any case; beginnings first.",
            valueName: "text"
        )
    )
    var search: String?

    @Flag(name: .customLong("following"), help: "Only those whom you follow.")
    var isFollowed = false

    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try context.openStore(global)
        let scope: UserQuery.Scope =
            isFollowed ? .followed(by: try await store.viewer().userID) : .everyone
        let query = UserQuery(scope, matching: search, after: page.cursor, limit: page.limit)
        var arguments = ["users"]
        if isFollowed { arguments.append("--following") }
        if let search { arguments += ["--search", store.output.layout.quoted(search)] }
        try await store.show(query, empty: "Nobody here.", arguments: arguments)
    }
}

/// Which page of a list of users is shown.
struct UserPageOptions: ParsableArguments {
    static let defaultLimit = 50

    @Option(help: ArgumentHelp("How many users, 1 to 1000.", valueName: "count"))
    var limit = Self.defaultLimit

    @Option(help: ArgumentHelp("Only those behind this name.", valueName: "name"))
    var after: String?

    func validate() throws {
        try checkLimit(limit)
    }

    /// The name behind which the page begins, as names are shown.
    var cursor: String? { after.map { Username.normalized($0) } }
}

extension OpenStore {
    /// Prints a page of users.
    func show(_ query: UserQuery, empty: String, arguments: [String]) async throws {
        let users = try await guest.users(query)
        let list = UserList(
            users: users,
            next: users.count == query.limit ? users.last?.username : nil
        )
        let limit =
            query.limit == UserPageOptions.defaultLimit ? [] : ["--limit", "\(query.limit)"]
        try output.show(list) { $0.list(list, empty: empty, arguments: arguments + limit) }
    }
}
