import TimelineCore

extension HTML {
    /// Writes the bar at the top of a page.
    mutating func bar(for layout: Layout, in context: PageContext) {
        let links = context.links
        let (isNew, isInner) = (context.newPosts > 0, layout.back != nil)
        element("header", .class("bar", isInner ? "inner" : nil, isNew ? "has-news" : nil)) {
            html in
            html.element("a", .class("logo"), .href(links(.home())), .label(BarText.name)) { html in
                html.logo()
                html.element("span", text: BarText.name)
            }
            if let back = layout.back {
                html.element("a", .class("back"), .href(links(back))) { html in
                    html.icon(.back)
                    html.element("span", text: layout.title)
                }
            }
            guard !links.isStatic else { return html.staticBar(for: layout, in: context) }
            guard let viewer = context.viewer else {
                html.guestBar(for: layout, in: context)
                return
            }
            html.element("nav", .class("pages"), .label(BarText.pages)) { html in
                html.page(
                    BarText.home,
                    to: .home(),
                    isCurrent: layout.section == .home,
                    with: links
                )
                html.page(
                    BarText.explore,
                    to: .popular,
                    isCurrent: layout.section == .explore,
                    with: links
                )
                html.page(
                    BarText.activity,
                    to: .activity(),
                    isCurrent: layout.section == .activity,
                    with: links,
                    unread: context.unreadActivities
                )
            }
            html.element("div", .class("news-space"), Attribute("role", "status")) { html in
                html.element(
                    "a",
                    .class("news"),
                    .href(links(.home())),
                    Attribute("hidden", if: context.newPosts == 0)
                ) { html in
                    html.icon(.new)
                    html.element(
                        "span",
                        text: context.newPosts == 0 ? "" : BarText.newPosts(context.newPosts)
                    )
                }
            }
            html.searchField(in: context)
            html.element(
                "a",
                .class("button", "main", "new-post"),
                .href(links(.newPost)),
                Attribute("aria-current", text: layout.section == .post ? "page" : nil)
            ) { html in
                html.icon(.post)
                html.element("span", text: BarText.post)
            }
            html.element(
                "a",
                .class("you"),
                .href(links(.profile(viewer.username))),
                .label(BarText.yourProfile),
                Attribute("aria-current", text: layout.section == .you ? "page" : nil)
            ) { html in html.avatar(of: viewer, with: links, size: "bar-size") }
        }
    }

    /// Writes the navigation links of a static site, which fit on a phone.
    private mutating func staticBar(for layout: Layout, in context: PageContext) {
        let links = context.links
        element("div", .class("news-space"), content: { _ in })
        element(
            "a",
            .class("button", "plain", "low"),
            .href(Link(path: links.base + StaticSite.monthsPath)),
            text: BarText.months
        )
        element(
            "a",
            .class("button", "plain", "low"),
            .href(links(.tags)),
            Attribute("aria-current", text: layout.section == .explore ? "page" : nil),
            text: ExplorePageText.tags
        )
    }

    /// Writes the buttons for logging in and signing up, except that of the page itself.
    private mutating func guestBar(for layout: Layout, in context: PageContext) {
        element("div", .class("news-space"), content: { _ in })
        if layout.section != .logIn {
            element(
                "a",
                .class("button", "plain", "low"),
                .href(context.links(.logIn())),
                text: BarText.logIn
            )
        }
        if context.allowsSignUp, layout.section != .signUp {
            element(
                "a",
                .class("button", "main", "low"),
                .href(context.links(.signUp)),
                text: BarText.signUp
            )
        }
    }

    private mutating func searchField(in context: PageContext) {
        element(
            "form",
            .class("search"),
            Attribute("role", "search"),
            .action(context.links(.search("")))
        ) { html in
            html.icon(.search)
            html.void(
                "input",
                Attribute("type", "search"),
                Attribute("name", text: FormField.query.rawValue),
                Attribute("placeholder", text: BarText.search),
                .label(BarText.search),
                Attribute("maxlength", "200")
            )
        }
        element(
            "a",
            .class("icon-button", "search-link"),
            .href(context.links(.search(""))),
            .label(BarText.search)
        ) { html in html.icon(.search) }
    }

    private mutating func page(
        _ text: String,
        to destination: Destination,
        isCurrent: Bool,
        with links: PageLinks,
        unread: Int = 0
    ) {
        element(
            "a",
            .href(links(destination)),
            Attribute("aria-current", text: isCurrent ? "page" : nil)
        ) { html in
            html.text(text)
            html.unreadDot(unread)
        }
    }

    private mutating func unreadDot(_ count: Int) {
        guard count > 0 else { return }
        element("span", .class("dot")) { html in
            html.element("span", .class("out-of-sight"), text: BarText.unread(count))
        }
    }

    /// Writes the tab bar, which is shown on phones.
    ///
    /// Writes nothing for guests.
    mutating func tabBar(for layout: Layout, in context: PageContext) {
        guard let viewer = context.viewer else { return }
        let links = context.links
        element("nav", .class("tabs"), .label(BarText.tabs)) { html in
            html.tab(BarText.home, to: links(.home()), isCurrent: layout.section == .home) {
                $0.icon(.home)
            }
            html.tab(BarText.explore, to: links(.popular), isCurrent: layout.section == .explore) {
                $0.icon(.explore)
            }
            html.tab(BarText.post, to: links(.newPost), isCurrent: layout.section == .post) {
                $0.icon(.post)
            }
            html.tab(
                BarText.activity,
                to: links(.activity()),
                isCurrent: layout.section == .activity
            ) { html in
                html.icon(.activity)
                html.unreadDot(context.unreadActivities)
            }
            html.tab(
                BarText.you,
                to: links(.profile(viewer.username)),
                isCurrent: layout.section == .you
            ) {
                html in
                html.avatar(of: viewer, with: links, size: "tab-size")
            }
        }
    }

    private mutating func tab(
        _ text: String,
        to link: Link,
        isCurrent: Bool,
        icon: (inout HTML) -> Void
    ) {
        element("a", .href(link), Attribute("aria-current", text: isCurrent ? "page" : nil)) {
            html in
            html.element("span", .class("tab-icon"), content: icon)
            html.element("span", text: text)
        }
    }

    /// Writes the area for toasts, with the given toast if it is not `nil`.
    mutating func toast(_ toast: Toast?) {
        element("div", .class("toast-space"), Attribute("role", "status")) { html in
            guard let toast else { return }
            html.element("div", .class("toast")) { html in
                html.element("span", text: toast.message)
            }
        }
    }
}
