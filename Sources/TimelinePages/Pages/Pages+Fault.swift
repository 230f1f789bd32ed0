extension Pages {
    /// Returns an error page that explains a fault.
    package func fault(_ fault: PageError) -> HTML {
        let (title, text) = fault.words
        return message(title, text: text) { html in
            if case .failed = fault {
                html.element("a", .class("button", "main"), .href(here), text: ErrorText.tryAgain)
            } else {
                html.element(
                    "a",
                    .class("button", "main"),
                    .href(links(.home())),
                    text: ErrorText.backHome
                )
            }
        }
    }

    /// Returns the page that the service worker shows when the server does not respond.
    ///
    /// The server serves it at `/offline`, including to guests.
    package func offline() -> HTML {
        message(
            ErrorText.offlineTitle,
            text: ErrorText.offline,
            data: Attribute("data-offline")
        ) { html in
            html.element("a", .class("button", "main"), .href(here), text: ErrorText.tryAgain)
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
        case .notFound: (ErrorText.pageTitle, ErrorText.page)
        case .photoNotFound: (ErrorText.photoTitle, ErrorText.photo)
        case .userNotFound: (ErrorText.userTitle, ErrorText.user)
        case .notAllowed: (ErrorText.notAllowedTitle, ErrorText.notAllowed)
        case .staleForm: (ErrorText.staleTitle, ErrorText.stale)
        case .failed(let sentence): (ErrorText.failedTitle, ErrorText.failed(sentence))
        }
    }
}
