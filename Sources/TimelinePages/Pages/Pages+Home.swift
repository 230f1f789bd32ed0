package import TimelineCore

extension Pages {
    /// Returns a page of the home timeline.
    ///
    /// - Parameters:
    ///   - page: The posts.
    ///   - comments: Up to two of the newest comments on each post, oldest first.
    ///   - bookmarked: The posts on the page that the viewer has bookmarked.
    ///   - position: The read position before this page was shown.
    ///   - postCount: The number of posts in the whole timeline, shown at the timeline's end, or
    ///     `nil` if it is unknown.
    /// - Returns: The page.
    package func home(
        _ page: TimelinePage,
        comments: [Post.ID: [CommentView]] = [:],
        bookmarked: Set<Post.ID> = [],
        position: ReadPosition? = nil,
        postCount: Int? = nil
    ) -> HTML {
        let newest = page.previous == nil ? page.posts.first?.id.description ?? "" : nil
        let layout = Layout(
            title: page.posts.isEmpty || page.previous == nil ? BarText.name : FeedText.older,
            name: "hung",
            section: .home,
            data: (Attribute("data-feed", "home"), Attribute("data-newest", text: newest))
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("out-of-sight"), text: BarText.home)
            guard page.previous != nil || !page.posts.isEmpty else {
                emptyFeed(into: &html)
                return
            }
            feed(
                page,
                comments: comments,
                bookmarked: bookmarked,
                unread: unread(of: page, position),
                postCount: postCount,
                into: &html
            )
        }
    }

    /// Returns the number of posts above the first read one, or `nil` if the page starts with a
    /// read post or contains none.
    private func unread(of page: TimelinePage, _ position: ReadPosition?) -> Int? {
        guard let position, !position.intervals.isEmpty,
            let index = page.posts.firstIndex(where: { position.contains($0.id) }), index > 0
        else { return nil }
        return index
    }

    private func feed(
        _ page: TimelinePage,
        comments: [Post.ID: [CommentView]],
        bookmarked: Set<Post.ID>,
        unread: Int?,
        postCount: Int?,
        into html: inout HTML
    ) {
        if page.previous != nil {
            html.element("p", .class("newest")) { html in
                html.element(
                    "a",
                    .class("button", "plain"),
                    .href(links(.home())),
                    text: FeedText.newer
                )
            }
        }
        html.element("div", .class("feed"), Attribute("data-items")) { html in
            html.days(
                page.posts,
                comments: comments,
                bookmarked: bookmarked,
                unread: unread,
                in: context
            )
        }
        let next = page.next.map { links(.home(before: $0)) }
        html.listEnd(older: next, text: FeedText.older) { html in
            html.element("p", .class("everything")) { html in
                html.element("b", text: FeedText.endTitle)
                if let oldest = page.posts.last?.createdAt {
                    html.text(" ")
                    html.text(
                        FeedText.end(postCount, since: TimeText.fullDate(context.local(oldest)))
                    )
                } else if let postCount, postCount > 0 {
                    // The last page is empty if the page before it was full.
                    html.text(" \(CountText.posts(postCount)).")
                }
            }
        }
    }

    private func emptyFeed(into html: inout HTML) {
        html.element("section", .class("post", "nothing")) { html in
            html.element("div", .class("prints")) { html in
                html.element("div", .class("empty-frame"), .hidden, content: { _ in })
            }
            html.element("div", .class("label")) { html in
                html.element("h2", .class("title"), text: FeedText.emptyTitle)
                guard !links.isStatic else { return }
                html.element("p", .class("soft"), text: FeedText.empty)
                html.element("p", .class("buttons")) { html in
                    html.element(
                        "a",
                        .class("button", "main"),
                        .href(links(.newPost)),
                        text: FeedText.postPhoto
                    )
                    html.element(
                        "a",
                        .class("button", "plain"),
                        .href(links(.people())),
                        text: FeedText.findPeople
                    )
                }
            }
        }
    }
}
