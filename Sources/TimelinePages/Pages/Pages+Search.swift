package import TimelineCore

extension Pages {
    /// Returns the search page, with results unless the text is empty.
    ///
    /// - Parameters:
    ///   - text: The text to search for.
    ///   - page: The results, or `nil` if the text is empty.
    ///   - followed: The IDs of the users on the page that the viewer follows, or `nil` to omit the
    ///     follow buttons.
    /// - Returns: The page.
    package func search(
        _ text: String,
        page: SearchPage?,
        followed: Set<User.ID>? = nil
    ) -> HTML {
        let layout = Layout(title: BarText.search, name: "wide", back: .home())
        return layout.page(in: context) { html in
            html.element("h1", .class("out-of-sight"), text: BarText.search)
            field(for: text, into: &html)
            html.element(
                "div",
                .class("results"),
                Attribute("id", "results"),
                Attribute("aria-live", "polite")
            ) { html in
                if let page, !text.isEmpty {
                    results(for: text, page: page, followed: followed, into: &html)
                }
            }
        }
    }

    private func field(for text: String, into html: inout HTML) {
        html.element(
            "form",
            .class("large-search"),
            Attribute("role", "search"),
            .label(BarText.search),
            .action(links(.search("")))
        ) { html in
            html.icon(.search)
            html.void(
                "input",
                Attribute("id", "query"),
                Attribute("type", "search"),
                Attribute("name", text: FormField.query.rawValue),
                Attribute("value", text: text),
                Attribute("placeholder", text: BarText.search),
                .label(ExplorePageText.searchFor),
                Attribute("maxlength", "200"),
                Attribute("autocomplete", "off"),
                .autoDirection,
                Attribute("autofocus", if: text.isEmpty)
            )
            html.element(
                "a",
                .class("icon-button", "clear"),
                .href(links(.search(""))),
                .label(ExplorePageText.clear)
            ) { html in html.icon(.close) }
        }
    }

    private func results(
        for text: String,
        page: SearchPage,
        followed: Set<User.ID>?,
        into html: inout HTML
    ) {
        if page.users.isEmpty, page.tags.isEmpty, page.hits.isEmpty, page.results.previous == nil {
            html.element("p", .class("soft"), text: ExplorePageText.noResults(text))
            return
        }
        if !page.users.isEmpty {
            html.element("section") { html in
                html.element("h2", .class("group"), text: ExplorePageText.people)
                html.element("ul", .class("people"), Attribute("role", "list")) { html in
                    for user in page.users { html.person(user, in: context, followed: followed) }
                }
            }
        }
        if !page.tags.isEmpty {
            html.element("section") { html in
                html.element("h2", .class("group"), text: ExplorePageText.tags)
                html.element("ul", .class("chips"), Attribute("role", "list")) { html in
                    for count in page.tags {
                        html.element("li") { html in
                            html.element("a", .class("chip"), .href(links(.tag(count.tag)))) {
                                html in
                                html.element("span", .autoDirection, text: count.tag.description)
                                html.element("span", .class("hint")) { html in
                                    html.text(count.postCount)
                                }
                            }
                        }
                    }
                }
            }
        }
        guard !page.hits.isEmpty else { return }
        html.element("section") { html in
            html.element("h2", .class("group"), text: ExplorePageText.texts)
            html.element(
                "ul",
                .class("hits"),
                Attribute("role", "list"),
                Attribute("data-items")
            ) { html in
                for hit in page.hits { html.hit(hit, in: context) }
            }
        }
        html.listEnd(
            older: page.next.map { links(.search(text, after: $0)) },
            text: ExplorePageText.more
        ) { _ in }
    }
}

extension HTML {
    /// Writes the HTML of a search hit: a square photo of the post, the author, the age, and the
    /// text around the match.
    mutating func hit(_ hit: SearchHit, in context: PageContext) {
        let links = context.links
        let author = hit.comment?.author ?? hit.post.author
        let link = hit.comment.map { links(.post(hit.post.id)).at("comment-\($0.id)") }
        element("li", .class("hit")) { html in
            html.element("a", .href(link ?? links(.post(hit.post.id)))) { html in
                if let photo = hit.post.photos.first {
                    html.element("span", .class("hit-square")) { html in
                        html.smallSquare(photo, with: links)
                    }
                }
                html.element("span", .class("hit-words")) { html in
                    html.element("b", .autoDirection) { html in html.username(author.username) }
                    html.text(" ")
                    html.element("span", .class("hint")) { html in
                        html.time(hit.comment?.createdAt ?? hit.post.createdAt, in: context)
                    }
                    html.element("span", .class("excerpt"), .autoDirection) { html in
                        for part in hit.excerpt.parts {
                            if part.isMatch {
                                html.element("mark", text: part.text)
                            } else {
                                html.text(part.text)
                            }
                        }
                    }
                }
            }
        }
    }
}
