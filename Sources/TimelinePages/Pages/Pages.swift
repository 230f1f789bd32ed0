package import TimelineCore

/// The pages of the site, with one function for each page.
///
/// ```swift
/// let home = try await session.home()
/// let context = PageContext(viewer: home.viewer, token: typed, path: "/", now: .now)
/// let html = Pages(context).home(home.page, comments: home.comments, position: home.position)
/// try Data(html.bytes).write(to: target)
/// ```
package struct Pages: Sendable {
    let context: PageContext

    /// Creates the pages for a context.
    package init(_ context: PageContext) {
        self.context = context
    }

    var links: PageLinks { context.links }

    /// Returns the markup of a single comment, for responses to the script.
    package func comment(_ comment: CommentView, on post: PostView) -> HTML {
        var html = HTML()
        html.comment(comment, on: post, in: context)
        return html
    }
}

extension Pages {
    /// Returns an error page that explains a fault.
    package func fault(_ fault: PageError) -> HTML {
        let (title, text) = fault.words
        return message(title, text: text) { html in
            if case .failed = fault {
                html.element(
                    "a",
                    .class("button", "main"),
                    .href(here),
                    text: ErrorPageText.tryAgain
                )
            } else {
                html.element(
                    "a",
                    .class("button", "main"),
                    .href(links(.home())),
                    text: ErrorPageText.backHome
                )
            }
        }
    }

    /// Returns the page that the service worker shows when the server does not respond.
    ///
    /// The server serves it at `/offline`, including to guests.
    package func offline() -> HTML {
        message(
            ErrorPageText.offlineTitle,
            text: ErrorPageText.offline,
            data: Attribute("data-offline")
        ) { html in
            html.element("a", .class("button", "main"), .href(here), text: ErrorPageText.tryAgain)
        }
    }

    private var here: Link { Link(path: context.path) }

    private func message(
        _ title: String,
        text: String,
        data: Attribute? = nil,
        button: (inout HTML) -> Void
    ) -> HTML {
        var layout = Layout(title: title, name: "hung")
        if let data { layout.data.0 = data }
        return layout.page(in: context) { html in
            html.element("section", .class("post", "nothing")) { html in
                html.element("div", .class("prints")) { html in
                    html.element("div", .class("empty-frame"), .hidden, content: { _ in })
                }
                html.element("div", .class("label")) { html in
                    html.element("h1", .class("title"), text: title)
                    html.element("p", .class("soft"), text: text)
                    html.element("p", .class("buttons"), content: button)
                }
            }
        }
    }
}

extension PageError {
    fileprivate var words: (title: String, text: String) {
        switch self {
        case .notFound: (ErrorPageText.pageTitle, ErrorPageText.page)
        case .photoNotFound: (ErrorPageText.photoTitle, ErrorPageText.photo)
        case .userNotFound: (ErrorPageText.userTitle, ErrorPageText.user)
        case .notAllowed: (ErrorPageText.notAllowedTitle, ErrorPageText.notAllowed)
        case .staleForm: (ErrorPageText.staleTitle, ErrorPageText.stale)
        case .failed(let sentence): (ErrorPageText.failedTitle, ErrorPageText.failed(sentence))
        }
    }
}

/// The reason why a page cannot be shown.
package enum PageError: Hashable, Sendable {
    /// No page has this address.
    case notFound
    /// The post or photo was deleted or never existed.
    case photoNotFound
    /// No user has this username.
    case userNotFound
    /// The visitor is not allowed to see or do this.
    case notAllowed
    /// The form is too old or was created for another visitor.
    case staleForm
    /// The request failed.
    ///
    /// The associated value is the message of the error.
    case failed(String)
}

extension Pages {
    /// Returns the web app manifest as JSON.
    ///
    /// The manifest makes the site installable. Its media type is `application/manifest+json`.
    package func manifest() -> String {
        let icon = { (asset: Asset, sizes: String) in
            """
            {"src":"\(links(.asset(asset)).text)","sizes":"\(sizes)","type":"\(asset.contentType)"}
            """
        }
        let icons = [icon(.icon, "any"), icon(.icon192, "192x192"), icon(.icon512, "512x512")]
        let home = links(.home()).text
        return """
            {"name":"\(BarText.name)","short_name":"\(BarText.name)","id":"\(home)","start_url":"\(home)",\
            "scope":"\(links.base)","display":"standalone","background_color":"#fbfbfb",\
            "theme_color":"#fbfbfb","icons":[\(icons.joined(separator: ","))]}
            """
    }
}
