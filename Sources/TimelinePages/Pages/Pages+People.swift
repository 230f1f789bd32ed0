public import TimelineCore

extension Pages {
    /// The followers of a user.
    ///
    /// - Parameters:
    ///   - profile: the user.
    ///   - users: a page of the followers.
    ///   - after: the username after which the next page starts; `nil` at the end.
    ///   - followed: the people of the page that the viewer follows; `nil` leaves out the buttons.
    /// - Returns: the page.
    public func followers(
        of profile: ProfileView,
        _ users: [User],
        after: String? = nil,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let name = profile.user.username
        return list(
            PeopleText.followers(of: name),
            of: name,
            users,
            followed,
            next: after.map { links(.followers(of: name, after: $0)) },
            empty: PeopleText.noFollowers
        )
    }

    /// The users that a user follows.
    ///
    /// - Parameters:
    ///   - profile: the user.
    ///   - users: a page of the followed users.
    ///   - after: the username after which the next page starts; `nil` at the end.
    ///   - followed: the people of the page that the viewer follows; `nil` leaves out the buttons.
    /// - Returns: the page.
    public func following(
        of profile: ProfileView,
        _ users: [User],
        after: String? = nil,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let name = profile.user.username
        return list(
            PeopleText.followed(by: name),
            of: name,
            users,
            followed,
            next: after.map { links(.following(of: name, after: $0)) },
            empty: PeopleText.followsNobody
        )
    }

    private func list(
        _ title: String,
        of name: String,
        _ users: [User],
        _ followed: Set<User.ID>?,
        next: Link?,
        empty: String
    ) -> HTML {
        let layout = Layout(title: title, name: "wide", back: .profile(name))
        return layout.page(context) { html in
            html.element("h1", .class("title"), .autoDirection, text: title)
            people(users, followed, next: next, empty: empty, &html)
        }
    }
}
