import TimelineCore

extension HTML {
    /// Writes the HTML of an activity entry: a square photo of the post, a user, a sentence and the
    /// time.
    mutating func event(
        _ entry: ActivityEntry,
        in context: PageContext,
        followed: Set<User.ID>
    ) {
        let links = context.links
        guard let user = entry.users.first else { return }
        element("li", .class("event", entry.isUnread ? "unread" : nil)) { html in
            if let post = entry.post, let photo = post.photos.first {
                html.element(
                    "a",
                    .class("event-square", "hit-square"),
                    .href(links(.post(post.id))),
                    Attribute("tabindex", "-1"),
                    .hidden
                ) { html in
                    html.ground(photo)
                    html.void(
                        "img",
                        .src(links(.photo(photo.blob, .square320))),
                        Attribute("width", "320"),
                        Attribute("height", "320"),
                        Attribute("alt", ""),
                        Attribute("loading", "lazy")
                    )
                }
            }
            if entry.isUnread {
                html.element("span", .class("out-of-sight"), text: ActivityText.new)
            }
            html.element(
                "a",
                .class("face"),
                .href(links(.profile(user.username))),
                Attribute("tabindex", "-1"),
                .hidden
            ) { html in html.avatar(of: user, with: links) }
            html.element("p", .class("event-words")) { html in
                html.element(
                    "a",
                    .class("name"),
                    .href(links(.profile(user.username))),
                    .autoDirection
                ) { html in html.username(user.username) }
                html.sentence(of: entry, with: links)
                html.element("span", .class("hint")) { html in html.time(entry.date, in: context) }
            }
            if case .follows = entry.kind, entry.count == 1, !followed.contains(user.id) {
                html.followButton(for: user, isFollowing: false, in: context, isSmall: true)
            }
        }
    }

    private mutating func sentence(of entry: ActivityEntry, with links: PageLinks) {
        if entry.count > 1 { text(ActivityText.others(entry.count - 1)) }
        switch entry.kind {
        case .likes: text(ActivityText.likes(entry.count))
        case .comment(let id, let text):
            self.text(ActivityText.wrote)
            quote(text, to: entry.post.map { links(.post($0.id)).at("comment-\(id)") })
        case .mention(let id, let text):
            self.text(ActivityText.mentioned)
            let link = entry.post.map { links(.post($0.id)) }
            quote(text, to: id.map { id in link?.at("comment-\(id)") } ?? link)
        case .follows: text(ActivityText.follows(entry.count))
        }
    }

    private mutating func quote(_ words: String, to link: Link?) {
        element("a", .class("quote"), .href(link), .autoDirection, text: ActivityText.quote(words))
        text(" ")
    }
}
