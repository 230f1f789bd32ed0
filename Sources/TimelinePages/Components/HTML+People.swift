import TimelineCore

extension HTML {
    /// Writes a user's avatar, or the first letter of their username if they have no avatar.
    ///
    /// The size is a class in the style sheet.
    mutating func avatar(of user: User, with links: PageLinks, size: StaticString = "small") {
        guard let photo = user.avatar else {
            element(
                "span",
                .class("avatar", "letter", size),
                .hidden,
                text: user.username.prefix(1).uppercased()
            )
            return
        }
        void(
            "img",
            .class("avatar", size),
            .src(links(.photo(photo.blob, .square320))),
            Attribute("alt", ""),
            Attribute("width", "320"),
            Attribute("height", "320"),
            Attribute("loading", "lazy")
        )
    }

    /// Writes a username in which lines may break after dots and underscores.
    mutating func username(_ name: String) {
        let parts = name.unicodeScalars
        var start = parts.startIndex
        for index in parts.indices where parts[index] == "." || parts[index] == "_" {
            let next = parts.index(after: index)
            text(String(parts[start..<next]))
            unescaped("<wbr>")
            start = next
        }
        text(String(parts[start...]))
    }

    /// Writes the button that follows or unfollows a user.
    ///
    /// Writes nothing for guests, or if the user is the viewer.
    mutating func followButton(
        for user: User,
        isFollowing: Bool,
        in context: PageContext,
        isSmall: Bool = false
    ) {
        guard let viewer = context.viewer, viewer.id != user.id else { return }
        form(
            sending: isFollowing ? .unfollow(user.username) : .follow(user.username),
            in: context,
            class: "follow",
            returns: true
        ) { html in
            html.element(
                "button",
                .class("button", isFollowing ? "plain" : "main", isSmall ? "low" : nil),
                .label(
                    isFollowing
                        ? PeoplePageText.unfollow(user.username)
                        : PeoplePageText.follow(user.username)
                )
            ) { html in
                if isFollowing { html.icon(.tick) }
                html.element(
                    "span",
                    text: isFollowing ? PeoplePageText.following : PeoplePageText.follow
                )
            }
        }
    }

    /// Writes a row for a user: avatar, username, bio or display name, and a follow button.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - context: The context of the page.
    ///   - followed: The IDs of users that the viewer follows, or `nil` to omit the button.
    mutating func person(_ user: User, in context: PageContext, followed: Set<User.ID>?) {
        let links = context.links
        element("li", .class("person")) { html in
            html.element("a", .href(links(.profile(user.username)))) { html in
                html.avatar(of: user, with: links)
                html.element("span", .class("person-words")) { html in
                    html.element("b", .autoDirection) { html in html.username(user.username) }
                    if let line = user.bio ?? user.displayName {
                        html.element("span", .class("hint"), .autoDirection, text: line)
                    }
                }
            }
            if let followed {
                html.followButton(
                    for: user,
                    isFollowing: followed.contains(user.id),
                    in: context,
                    isSmall: true
                )
            }
        }
    }
}

extension HTML {
    /// Writes the HTML of a user's text, in which tags and mentions are links.
    mutating func userText(_ text: String, with links: PageLinks) {
        var scanner = EntityScanner(text)
        var position = text.startIndex
        while let entity = scanner.next() {
            switch entity {
            case .tag(let tag, _) where !links.hasPage(tag): continue
            case .tag(let tag, let range):
                self.text(String(text[position..<range.lowerBound]))
                element("a", .href(links(.tag(tag))), .autoDirection, text: String(text[range]))
                position = range.upperBound
            case .mention(let name, _) where !links.hasProfile(name): continue
            case .mention(let name, let range):
                self.text(String(text[position..<range.lowerBound]))
                element(
                    "a",
                    .href(links(.profile(name))),
                    Attribute("dir", "ltr"),
                    text: String(text[range])
                )
                position = range.upperBound
            }
        }
        self.text(String(text[position...]))
    }
}
