import TimelineCore

extension TextLayout {
    /// A user in a list, on one line.
    func listed(_ user: User) -> String {
        let name = "@\(user.username)"
        let words = [user.displayName, user.bio].compactMap(\.self).joined(separator: " — ")
        let room = max(0, width - name.displayWidth - 2)
        let line = words.terminalSafe.truncated(to: room)
        return style.username(name) + (line.isEmpty ? "" : "  " + line)
    }

    /// A list of users, and what to type for the next page.
    func list(_ users: UserList, empty: String, arguments: [String]) -> [String] {
        guard !users.users.isEmpty else { return paragraph(empty) }
        let lines = users.users.map { listed($0) }
        guard let next = users.next else { return lines }
        let command = command((arguments + ["--after", next]).joined(separator: " "))
        return lines + ["", style.dim("Next page: ") + command]
    }

    /// A user's profile with its counts.
    func whole(_ profile: ProfileView) -> [String] {
        let user = profile.user
        let about = [user.bio, user.url].compactMap(\.self).flatMap { paragraph($0) }
        let counts = [
            countText(profile.postCount, "post"),
            countText(profile.followerCount, "follower"),
            "follows \(profile.followingCount)",
        ]
        let name = user.displayName.map { "  " + $0.terminalSafe.truncated(to: width / 2) } ?? ""
        return [style.username("@\(user.username)") + style.bold(name)] + about
            + (user.avatar.map { described($0) } ?? []) + [counts.joined(separator: " · ")]
            + bond(of: profile)
    }

    private func bond(of profile: ProfileView) -> [String] {
        let name = "@\(profile.user.username)"
        return switch (profile.followedByViewer, profile.followsViewer) {
        case (true, true): ["You follow each other."]
        case (true, false): ["You follow \(name)."]
        case (false, true): ["\(name) follows you."]
        case (false, false): []
        }
    }
}

/// A page of users, as it is printed.
struct UserList: Encodable {
    /// The users.
    let users: [User]
    /// The name that the next page comes after, `nil` at the end.
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
