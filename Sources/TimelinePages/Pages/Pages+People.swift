package import TimelineCore

extension Pages {
    /// Returns a page with the followers of a user.
    ///
    /// - Parameters:
    ///   - profile: The user's profile.
    ///   - users: The followers on this page.
    ///   - after: The username after which the next page starts, or `nil` on the last page.
    ///   - followed: The IDs of the users on the page that the viewer follows, or `nil` to omit the
    ///     follow buttons.
    /// - Returns: The page.
    package func followers(
        of profile: ProfileView,
        _ users: [User],
        after: String? = nil,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let name = profile.user.username
        return list(
            PeopleText.followers(of: name),
            of: name,
            users: users,
            followed: followed,
            next: after.map { links(.followers(of: name, after: $0)) },
            empty: profile.blockNote ?? PeopleText.noFollowers
        )
    }

    /// Returns a page with the users that a user follows.
    ///
    /// - Parameters:
    ///   - profile: The user's profile.
    ///   - users: The followed users on this page.
    ///   - after: The username after which the next page starts, or `nil` on the last page.
    ///   - followed: The IDs of the users on the page that the viewer follows, or `nil` to omit the
    ///     follow buttons.
    /// - Returns: The page.
    package func following(
        of profile: ProfileView,
        _ users: [User],
        after: String? = nil,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let name = profile.user.username
        return list(
            PeopleText.followed(by: name),
            of: name,
            users: users,
            followed: followed,
            next: after.map { links(.following(of: name, after: $0)) },
            empty: profile.blockNote ?? PeopleText.followsNobody
        )
    }

    private func list(
        _ title: String,
        of name: String,
        users: [User],
        followed: Set<User.ID>?,
        next: Link?,
        empty: String
    ) -> HTML {
        let layout = Layout(title: title, name: "wide", back: .profile(name))
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), .autoDirection, text: title)
            people(users, followed: followed, next: next, empty: empty, into: &html)
        }
    }
}
