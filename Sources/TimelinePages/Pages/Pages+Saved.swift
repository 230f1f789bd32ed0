package import TimelineCore

extension Pages {
    /// Returns a page with the posts that the viewer has bookmarked, most recently bookmarked first.
    package func bookmarks(_ page: TimelinePage) -> HTML {
        saved(
            page,
            title: FeedText.bookmarks,
            empty: FeedText.noBookmarks,
            next: page.next.map { links(.bookmarks(before: $0)) }
        )
    }

    /// Returns a page with the posts that the viewer likes, most recently liked first.
    package func likedPosts(_ page: TimelinePage) -> HTML {
        saved(
            page,
            title: FeedText.likedPosts,
            empty: FeedText.noLikedPosts,
            next: page.next.map { links(.likedPosts(before: $0)) }
        )
    }

    private func saved(_ page: TimelinePage, title: String, empty: String, next: Link?) -> HTML {
        let layout = Layout(
            title: title,
            name: "wide",
            section: .you,
            back: context.viewer.map { .profile($0.username) }
        )
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: title)
            guard !page.posts.isEmpty || page.previous != nil else {
                html.element("p", .class("soft", "nothing-yet"), text: empty)
                return
            }
            html.element("div", Attribute("data-items")) { html in
                html.grid(page.posts, in: context)
            }
            html.gridEnd(next, text: FeedText.morePosts)
        }
    }
}
