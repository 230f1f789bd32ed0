package import TimelineCore

extension Pages {
    /// Returns the page with the most popular posts.
    package func popular(_ posts: [PostView]) -> HTML {
        explore(.popular, title: ExplorePageText.popular) { html in
            if posts.isEmpty { html.element("p", .class("soft"), text: FeedText.nothingPopular) }
            html.grid(posts, in: context, isDense: true)
        }
    }

    /// Returns a page with everyone's posts, newest first.
    package func everyone(_ page: TimelinePage) -> HTML {
        explore(.everyone(), title: ExplorePageText.everyone) { html in
            guard !page.posts.isEmpty || page.previous != nil else {
                html.element("p", .class("soft"), text: FeedText.noPhotos)
                return
            }
            html.element("div", Attribute("data-items")) { html in
                html.grid(page.posts, in: context)
            }
            html.gridEnd(page.next.map { links(.everyone(before: $0)) })
        }
    }

    /// Returns the page with the posts near a position.
    ///
    /// Without a position, the page contains only the form for entering one.
    package func near(_ vicinity: SearchArea?, page: NearbyPage?, faults: [FormError] = []) -> HTML
    {
        explore(.near(nil), title: ExplorePageText.near) { html in
            nearForm(vicinity, faults: faults, into: &html)
            guard let vicinity, let page else { return }
            let distance = Distance.text(metres: vicinity.radius)
            if page.posts.isEmpty, page.previous == nil {
                html.element("p", .class("soft"), text: FeedText.nothingNear)
                return
            }
            html.element("div", Attribute("data-items")) { html in
                html.element("div", .class("grid")) { html in
                    if page.previous == nil {
                        html.tile(
                            ExplorePageText.within(distance),
                            detail: page.next == nil ? CountText.posts(page.posts.count) : ""
                        )
                    }
                    html.element("ul", Attribute("role", "list")) { html in
                        for nearby in page.posts { html.square(nearby.post, in: context) }
                    }
                }
            }
            html.gridEnd(page.next.map { links(.near(vicinity, before: $0)) })
        }
    }

    private func nearForm(_ vicinity: SearchArea?, faults: [FormError], into html: inout HTML) {
        html.element("form", .class("near-form"), .action(links(.near(nil)))) { html in
            html.field(
                Input(
                    field: .position,
                    label: ExplorePageText.position,
                    value: vicinity.map { "\($0.center.latitude),\($0.center.longitude)" } ?? "",
                    hint: ExplorePageText.positionHint,
                    isRequired: true,
                    faults: faults
                )
            )
            html.field(
                Input(
                    field: .radius,
                    label: ExplorePageText.radius,
                    value: vicinity?.radiusText ?? "1km",
                    faults: faults
                )
            )
            html.locateButton(ExplorePageText.locate)
            html.element("button", .class("button", "main"), text: ExplorePageText.show)
        }
    }

    /// Returns the page with the most used tags.
    package func tags(_ tags: [TagCount]) -> HTML {
        explore(.tags, title: ExplorePageText.tags) { html in
            if tags.isEmpty { html.element("p", .class("soft"), text: FeedText.noTags) }
            html.element("div", .class("grid")) { html in
                for count in tags {
                    html.tile(
                        count.tag.description,
                        detail: CountText.posts(count.postCount),
                        href: links(.tag(count.tag))
                    )
                }
            }
        }
    }

    /// Returns a page with the posts that have a tag.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - page: The posts.
    ///   - postCount: The number of posts with the tag, or `nil` if it is unknown.
    /// - Returns: The page.
    package func tag(_ tag: Tag, page: TimelinePage, postCount: Int? = nil) -> HTML {
        explore(.tags, title: tag.description) { html in
            if page.posts.isEmpty, page.previous == nil {
                html.element(
                    "p",
                    .class("soft"),
                    .autoDirection,
                    text: FeedText.noPosts(with: tag.description)
                )
                return
            }
            html.element("div", Attribute("data-items")) { html in
                html.element("div", .class("grid")) { html in
                    if page.previous == nil {
                        html.tile(tag.description, detail: postCount.map(CountText.posts) ?? "")
                    }
                    html.element("ul", Attribute("role", "list")) { html in
                        for post in page.posts { html.square(post, in: context) }
                    }
                }
            }
            html.gridEnd(page.next.map { links(.tag(tag, before: $0)) })
        }
    }

    private func explore(
        _ current: Destination,
        title: String,
        content: (inout HTML) -> Void
    ) -> HTML {
        let layout = Layout(title: title, name: "wide", section: .explore)
        return layout.page(in: context) { html in
            html.element("h1", .class("out-of-sight"), .autoDirection, text: title)
            guard !links.isStatic else {
                html.element("h2", .class("title"), .autoDirection, text: title)
                return content(&html)
            }
            html.element("nav", .class("chips"), .label(ExplorePageText.kinds)) { html in
                html.chip(ExplorePageText.popular, to: .popular, current: current, with: links)
                html.chip(ExplorePageText.everyone, to: .everyone(), current: current, with: links)
                html.chip(ExplorePageText.near, to: .near(nil), current: current, with: links)
                html.chip(ExplorePageText.tags, to: .tags, current: current, with: links)
            }
            content(&html)
        }
    }
}

extension HTML {
    fileprivate mutating func chip(
        _ text: String,
        to destination: Destination,
        current: Destination,
        with links: PageLinks
    ) {
        element(
            "a",
            .class("chip"),
            .href(links(destination)),
            Attribute("aria-current", text: destination == current ? "page" : nil),
            text: text
        )
    }
}
