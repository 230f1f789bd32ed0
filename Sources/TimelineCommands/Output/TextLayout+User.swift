import TimelineCore

extension TextLayout {
    /// Formats one line of a list of users: the username, the display name and the bio.
    func listed(_ user: User) -> String {
        let name = "@\(user.username)"
        let about = [user.displayName, user.bio].compactMap(\.self).joined(separator: " — ")
        let room = max(0, width - name.displayWidth - 2)
        let line = about.terminalSafe.truncated(to: room)
        return style.username(name) + (line.isEmpty ? "" : "  " + line)
    }

    /// Formats a list of users, followed by the command that shows the next page.
    func list(_ users: UserList, empty: String, arguments: [String]) -> [String] {
        guard !users.users.isEmpty else { return paragraph(empty) }
        let lines = users.users.map { listed($0) }
        guard let next = users.next else { return lines }
        return lines + ["", style.dim(PageText.nextPage) + command(arguments + ["--after", next])]
    }

    /// Formats a user's profile with its counts.
    func whole(_ profile: ProfileView) -> [String] {
        let user = profile.user
        let about = [user.bio, user.url].compactMap(\.self).flatMap { paragraph($0) }
        let counts = [
            countText(profile.postCount, "post"),
            countText(profile.followerCount, "follower"),
            PeopleText.following(profile.followingCount),
        ]
        let name = user.displayName.map { "  " + $0.terminalSafe.truncated(to: width / 2) } ?? ""
        return [style.username("@\(user.username)") + style.bold(name)] + about
            + (user.avatar.map { described($0) } ?? []) + [counts.joined(separator: " · ")]
            + relationship(to: profile)
    }

    private func relationship(to profile: ProfileView) -> [String] {
        let username = profile.user.username
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
