import TimelineCore

extension Pages {
    /// Returns the page that lists the months with posts, newest first.
    func months(_ months: [(LocalTime, Int)]) -> HTML {
        let layout = Layout(title: BarText.months, name: "wide", back: .home())
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: BarText.months)
            html.element("div", .class("grid")) { html in
                for (time, count) in months {
                    html.tile(
                        "\(TimeText.month(time)) \(time.year)",
                        detail: CountText.posts(count),
                        href: Link(path: links.base + StaticSite.month(time))
                    )
                }
            }
        }
    }

    /// Returns the page with the posts of a month.
    func month(_ time: LocalTime, posts: [PostView]) -> HTML {
        let title = "\(TimeText.month(time)) \(time.year)"
        let layout = Layout(title: title, name: "wide", back: .home())
        return layout.page(in: context) { html in
            html.element("h1", .class("out-of-sight"), text: title)
            html.months(posts, in: context)
        }
    }
}
