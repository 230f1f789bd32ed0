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
                html.element("p", .class("soft", "shifted"), text: ActivityText.empty)
                return
            }
            html.element("div", .class("news-list"), Attribute("data-items")) { html in
                days(of: entries, followed: followed, into: &html)
            }
            let link = next.map { links(.activity(before: $0)) }
            if link != nil { html.listEnd(older: link, text: ActivityText.older) { _ in } }
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
