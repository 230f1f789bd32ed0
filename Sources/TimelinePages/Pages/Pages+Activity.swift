package import TimelineCore

extension Pages {
    /// Returns the page with the viewer's activity, newest first.
    ///
    /// - Parameters:
    ///   - entries: The entries of this page.
    ///   - next: The cursor of the next page, which is the value of the query parameter `before`,
    ///     or `nil` on the last page.
    ///   - followed: The IDs of the users on the page that the viewer follows.
    /// - Returns: The page.
    package func activity(
        _ entries: [ActivityEntry],
        next: String? = nil,
        followed: Set<User.ID> = []
    ) -> HTML {
        let layout = Layout(title: BarText.activity, name: "split", section: .activity)
        return layout.page(in: context) { html in
            html.element("h1", .class("title", "shifted"), text: BarText.activity)
            guard !entries.isEmpty else {
                html.element("p", .class("soft", "shifted"), text: ActivityPageText.empty)
                return
            }
            html.element("div", .class("news-list"), Attribute("data-items")) { html in
                days(of: entries, followed: followed, into: &html)
            }
            let link = next.map { links(.activity(before: $0)) }
            if link != nil { html.listEnd(older: link, text: ActivityPageText.older) { _ in } }
        }
    }

    private func days(
        of entries: [ActivityEntry],
        followed: Set<User.ID>,
        into html: inout HTML
    ) {
        let today = context.today
        var rest = entries[...]
        while let first = rest.first {
            let day = context.local(first.date)
            let group = rest.prefix { context.local($0.date).dayNumber == day.dayNumber }
            html.element(
                "section",
                .class("event-day"),
                Attribute("data-day", number: day.dayNumber)
            ) { html in
                html.element("h2", .class("event-head")) { html in
                    guard !TimeText.isUnknown(first.date) else { return html.text("Earlier") }
                    let isRecent = today.dayNumber - day.dayNumber < 2
                    html.text(TimeText.day(day, today: today))
                    if !isRecent { html.text(" " + TimeText.date(day, today: today)) }
                }
                html.element("ul", Attribute("role", "list")) { html in
                    for entry in group { html.event(entry, in: context, followed: followed) }
                }
            }
            rest = rest.dropFirst(group.count)
        }
    }
}

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
                    html.smallSquare(photo, with: links)
                }
            }
            if entry.isUnread {
                html.element("span", .class("out-of-sight"), text: ActivityPageText.new)
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
        if entry.count > 1 { text(ActivityPageText.others(entry.count - 1)) }
        switch entry.kind {
        case .likes: text(ActivityPageText.likes(entry.count))
        case .comment(let id, let text):
            self.text(ActivityPageText.wrote)
            quote(text, to: entry.post.map { links(.post($0.id)).at("comment-\(id)") })
        case .mention(let id, let text):
            self.text(ActivityPageText.mentioned)
            let link = entry.post.map { links(.post($0.id)) }
            quote(text, to: id.map { id in link?.at("comment-\(id)") } ?? link)
        case .follows: text(ActivityPageText.follows(entry.count))
        }
    }

    private mutating func quote(_ words: String, to link: Link?) {
        element(
            "a",
            .class("quote"),
            .href(link),
            .autoDirection,
            text: ActivityPageText.quote(words)
        )
        text(" ")
    }
}
