import ArgumentParser
import TimelineCore

struct UsersCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: PeopleHelp.Users.abstract
    )

    @Option(parsing: .unconditional, help: PeopleHelp.Users.search)
    var search: String?

    @Flag(name: .customLong("following"), help: PeopleHelp.Users.following)
    var isFollowing = false

    @OptionGroup var page: UserPageOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let scope: UserQuery.Scope =
            isFollowing ? .followed(by: try await store.viewer().userID) : .everyone
        let query = UserQuery(scope, matching: search, after: page.cursor, limit: page.limit)
        var arguments = ["users"]
        if isFollowing { arguments.append("--following") }
        if let search { arguments += ["--search", store.output.layout.quoted(search)] }
        try await store.show(query, empty: empty, arguments: arguments)
    }

    private var empty: String {
        switch (isFollowing, search) {
        case (false, nil): PeopleText.noUsers
        case (false, let search?): PeopleText.noUsers(matching: search)
        case (true, nil): PeopleText.youFollowNobody
        case (true, let search?): PeopleText.youFollowNobody(matching: search)
        }
    }
}

extension OpenStore {
    /// Prints a page of users.
    ///
    /// - Parameters:
    ///   - query: The query that selects the users.
    ///   - empty: The text to print if no user matches.
    ///   - arguments: The command that shows this list, without page options.
    /// - Throws: A ``TimelineError`` if the query or the output fails, or ``ClosedPipe`` if the
    ///   reader has closed the pipe.
    func show(_ query: UserQuery, empty: String, arguments: [String]) async throws {
        let users = try await reader().users(query)
        let list = UserList(
            users: users,
            next: users.count == query.limit ? users.last?.username : nil
        )
        let limit =
            query.limit == UserPageOptions.defaultLimit ? [] : ["--limit", "\(query.limit)"]
        let empty = query.after == nil ? empty : PageText.noMoreUsers
        try output.show(list) { layout in
            layout.nextPage(of: list, arguments: arguments + limit)
        } text: { layout in
            layout.list(list, empty: empty)
        }
    }
}
