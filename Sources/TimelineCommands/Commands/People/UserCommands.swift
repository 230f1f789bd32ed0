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

extension TextLayout {
    /// Formats one line of a list of users: the username, the display name and the bio.
    func listed(_ user: User) -> String {
        let name = "@\(user.username)"
        let about = [user.displayName, user.bio].compactMap(\.self).joined(separator: " — ")
        let room = max(0, width - name.displayWidth - 2)
        let line = fitted(about.terminalSafe, to: room)
        return style.username(name, url: user.url) + (line.isEmpty ? "" : "  " + line)
    }

    /// Formats a list of users.
    func list(_ users: UserList, empty: String) -> [String] {
        users.users.isEmpty ? paragraph(empty) : users.users.map { listed($0) }
    }

    /// Formats the command that shows the next page of a list of users.
    func nextPage(of users: UserList, arguments: [String]) -> [String] {
        guard let next = users.next else { return [] }
        return ["", style.dim(PageText.nextPage) + command(arguments + ["--after", next])]
    }

    /// Formats a user's profile with its counts.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - avatar: The drawing of the user's picture, which is shown next to the text.
    /// - Returns: The lines.
    func whole(_ profile: ProfileView, avatar: PictureStrip? = nil) -> [String] {
        guard let avatar else { return lines(of: profile, indent: 0) }
        let lines = lines(of: profile, indent: avatar.columns + Self.avatarGap)
        return avatar.lines(beside: lines)
    }

    /// The number of empty columns between an avatar and the text next to it.
    private static let avatarGap = 2

    private func lines(of profile: ProfileView, indent: Int) -> [String] {
        let user = profile.user
        let margin = String(repeating: " ", count: indent)
        let about = [user.bio, user.url].compactMap(\.self)
            .flatMap { paragraph($0, indent: indent) }
        let counts = [
            countText(profile.postCount, "post"),
            countText(profile.followerCount, "follower"),
            PeopleText.following(profile.followingCount),
        ]
        let name = user.displayName.map { "  " + fitted($0.terminalSafe, to: width / 2) } ?? ""
        let avatar = indent == 0 ? user.avatar.map { described($0) } ?? [] : []
        let username = style.username("@\(user.username)", url: user.url)
        return [margin + username + style.bold(name)] + about + avatar
            + ([counts.joined(separator: " · ")] + relationship(to: profile)).map { margin + $0 }
    }

    private func relationship(to profile: ProfileView) -> [String] {
        let username = profile.user.username
        if let note = PeopleText.blockNote(profile) { return [note] }
        return switch (profile.followedByViewer, profile.followsViewer) {
        case (true, true): [PeopleText.youFollowEachOther]
        case (true, false): [PeopleText.youFollow(username)]
        case (false, true): [PeopleText.followsYou(username)]
        case (false, false): []
        }
    }
}

/// A page of users, as shown in the output.
struct UserList: Encodable {
    /// The users on the page.
    let users: [User]
    /// The cursor of the next page, which is a username, or `nil` on the last page.
    let next: String?

    private enum CodingKeys: CodingKey {
        case users, next
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(next, forKey: .next)
    }
}
