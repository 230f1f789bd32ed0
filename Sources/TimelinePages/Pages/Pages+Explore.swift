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
    /// Without a position, the page contains only the form for entering one, and the places of the
    /// store.
    ///
    /// - Parameters:
    ///   - vicinity: The position and the radius around it.
    ///   - page: The posts there.
    ///   - places: The places of the store, most used first.
    ///   - values: The texts in the form. By default, they are those of the vicinity.
    ///   - faults: The reasons why nothing was found.
    /// - Returns: The page.
    package func near(
        _ vicinity: SearchArea? = nil,
        page: NearbyPage? = nil,
        places: [KnownPlace] = [],
        values: FormValues = [:],
        faults: [FormError] = []
    ) -> HTML {
        explore(.near(nil), title: ExplorePageText.near) { html in
            nearForm(vicinity, places: places, values: values, faults: faults, into: &html)
            guard let vicinity, let page else { return tiles(of: places, into: &html) }
            if page.posts.isEmpty, page.previous == nil {
                html.element("p", .class("soft", "nothing-yet"), text: FeedText.nothingNear)
                return tiles(of: places, into: &html)
            }
            let within = ExplorePageText.within(Distance.text(metres: vicinity.radius))
            let count = page.next == nil ? CountText.posts(page.posts.count) : ""
            let name = places.first { $0.name == values[.position] }?.name
            html.element("div", Attribute("data-items")) { html in
                html.element("div", .class("grid")) { html in
                    if page.previous == nil {
                        html.tile(name ?? within, detail: name == nil ? count : within)
                    }
                    html.element("ul", Attribute("role", "list")) { html in
                        for nearby in page.posts { html.square(nearby.post, in: context) }
                    }
                }
            }
            html.gridEnd(page.next.map { links(.near(vicinity, before: $0)) })
        }
    }

    private func tiles(of places: [KnownPlace], into html: inout HTML) {
        html.element("div", .class("grid")) { html in
            for place in places.prefix(Self.tileLimit) {
                html.tile(
                    place.name,
                    detail: CountText.posts(place.postCount),
                    href: links(.nearPlace(place.name))
                )
            }
        }
    }

    private func nearForm(
        _ vicinity: SearchArea?,
        places: [KnownPlace],
        values: FormValues,
        faults: [FormError],
        into html: inout HTML
    ) {
        let position = vicinity.map { "\($0.center.latitude), \($0.center.longitude)" }
        html.element("form", .class("near-form"), .action(links(.near(nil)))) { html in
            html.field(
                Input(
                    field: .position,
                    label: ExplorePageText.position,
                    value: values[.position] ?? position ?? "",
                    hint: ExplorePageText.positionHint,
                    completion: "off",
                    limit: TextField.placeName.limit,
                    isRequired: true,
                    suggestions: places.prefix(Self.tileLimit).map(\.name),
                    faults: faults
                )
            )
            html.field(
                Input(
                    field: .radius,
                    label: ExplorePageText.radius,
                    value: values[.radius] ?? vicinity?.radiusText ?? "1km",
                    faults: faults
                )
            )
            html.locateButton(ExplorePageText.locate)
            html.element("button", .class("button", "main"), text: ExplorePageText.show)
        }
    }

    /// The maximum number of places that the page offers.
    private static let tileLimit = 60

    /// Returns the page with the people of the store, who can be followed here.
    ///
    /// - Parameters:
    ///   - users: The people on this page, by username.
    ///   - text: The text that their names contain, or `nil` for everyone.
    ///   - after: The username after which the next page starts, or `nil` on the last page.
    ///   - followed: The IDs of the people on the page that the viewer follows.
    /// - Returns: The page.
    package func people(
        _ users: [User],
        matching text: String? = nil,
        after: String? = nil,
        followed: Set<User.ID>
    ) -> HTML {
        explore(.people(), title: ExplorePageText.people) { html in
            html.element("form", .class("people-form"), .action(links(.people()))) { html in
                html.field(
                    Input(
                        field: .query,
                        label: ExplorePageText.findPeople,
                        value: text ?? "",
                        completion: "off",
                        limit: 200
                    )
                )
                html.element("button", .class("button", "plain"), text: ExplorePageText.find)
            }
            people(
                users,
                followed: followed,
                next: after.map { links(.people(matching: text, after: $0)) },
                empty: text.map { ExplorePageText.nobody(named: $0) } ?? ExplorePageText.nobody,
                into: &html
            )
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
                html.chip(ExplorePageText.people, to: .people(), current: current, with: links)
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
