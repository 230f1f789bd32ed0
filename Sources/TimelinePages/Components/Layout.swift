import TimelineCore

/// The parts of a page around its content: head, bar, tab bar and toast.
struct Layout {
    /// An item of the bar and the tab bar.
    enum Section {
        case home, explore, post, activity, you
        /// A page for guests, to which the bar has a button.
        case logIn, signUp
    }

    /// The title of the page.
    let title: String
    /// The class of the `main` element.
    let name: StaticString
    /// The item that is marked as current.
    var section: Section?
    /// The page that the back arrow in a phone's bar leads to.
    ///
    /// If `nil`, the bar shows the logo instead.
    var back: Destination?
    /// The feed with the posts of the page and its title, or `nil` if there is none.
    var feed: (link: Link, title: String)?
    /// Up to two attributes of the `main` element, which the script reads.
    var data = (Attribute("data-a", text: nil), Attribute("data-b", text: nil))

    func page(in context: PageContext, content: (inout HTML) -> Void) -> HTML {
        var html = HTML(capacity: 48 * 1024)
        html.unescaped("<!doctype html>")
        html.element(
            "html",
            Attribute("lang", "en"),
            Attribute("data-theme", text: context.theme == .device ? nil : context.theme.rawValue)
        ) { html in
            html.element("head") { html in head(in: context, into: &html) }
            html.element(
                "body",
                Attribute("data-token", text: context.links.isStatic ? nil : context.token),
                Attribute("data-viewer", text: context.viewer?.id.description),
                Attribute("data-live", text: context.isLive ? context.links(.live).text : nil),
                Attribute(
                    "data-worker",
                    text: context.links.isStatic ? nil : context.links(.asset(.worker)).text
                ),
                Attribute("data-keys", text: context.hasShortcuts ? "on" : nil)
            ) { html in
                html.element("a", .class("skip"), Attribute("href", "#main"), text: BarText.skip)
                html.bar(for: self, in: context)
                html.element(
                    "main",
                    Attribute("id", "main"),
                    .class(name),
                    Attribute("tabindex", "-1"),
                    data.0,
                    data.1,
                    content: content
                )
                if context.viewer != nil { html.tabBar(for: self, in: context) }
                html.toast(context.toast)
            }
        }
        return html
    }

    private func head(in context: PageContext, into html: inout HTML) {
        let links = context.links
        html.unescaped("<meta charset=\"utf-8\">")
        html.element("title", text: title == BarText.name ? title : BarText.title(title))
        html.unescaped(
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1,viewport-fit=cover\">"
        )
        switch context.theme {
        case .device:
            html.unescaped(
                "<meta name=\"theme-color\" content=\"#fbfbfb\" media=\"(prefers-color-scheme:light)\"><meta name=\"theme-color\" content=\"#131313\" media=\"(prefers-color-scheme:dark)\">"
            )
        case .light: html.unescaped("<meta name=\"theme-color\" content=\"#fbfbfb\">")
        case .dark: html.unescaped("<meta name=\"theme-color\" content=\"#131313\">")
        }
        guard !links.isStatic else { return staticLinks(in: context, into: &html) }
        html.void(
            "link",
            Attribute("rel", "preload"),
            .href(links(.asset(.font))),
            Attribute("as", "font"),
            Attribute("type", "font/woff2"),
            Attribute("crossorigin")
        )
        html.void("link", Attribute("rel", "stylesheet"), .href(links(.asset(.style))))
        html.void(
            "link",
            Attribute("rel", "icon"),
            .href(links(.asset(.icon))),
            Attribute("type", "image/svg+xml")
        )
        html.void("link", Attribute("rel", "apple-touch-icon"), .href(links(.asset(.icon192))))
        html.void("link", Attribute("rel", "manifest"), .href(links(.manifest)))
        if let feed { html.feed(feed.link, title: feed.title) }
        html.element("script", .src(links(.asset(.script))), Attribute("defer"), content: { _ in })
    }

    private func staticLinks(in context: PageContext, into html: inout HTML) {
        let links = context.links
        html.void("link", Attribute("rel", "stylesheet"), .href(links(.asset(.style))))
        html.void(
            "link",
            Attribute("rel", "icon"),
            .href(links(.asset(.icon))),
            Attribute("type", "image/svg+xml")
        )
        html.feed(Link(path: links.base + StaticSite.feedPath), title: BarText.name)
    }
}

extension HTML {
    /// Writes the link by which readers of feeds find one.
    fileprivate mutating func feed(_ link: Link, title: String) {
        void(
            "link",
            Attribute("rel", "alternate"),
            .href(link),
            Attribute("type", AtomText.mediaType),
            Attribute("title", text: title)
        )
    }
}
