import Foundation
import TimelineCore

extension HTML {
    /// Writes a grid cell with the first photo of a post.
    ///
    /// Its counts appear on hover.
    mutating func square(_ post: PostView, in context: PageContext, isLarge: Bool = false) {
        guard let photo = post.photos.first else { return }
        let links = context.links
        element("li", .class("cell", isLarge ? "large" : nil)) { html in
            html.element(
                "a",
                .class("square"),
                .href(links(.post(post.id))),
                Attribute("data-post", text: post.id.description)
            ) { html in
                html.ground(photo)
                let small = links(.photo(photo.blob, .square320)).text
                let large = links(.photo(photo.blob, .square1080)).text
                html.void(
                    "img",
                    .src(links(.photo(photo.blob, isLarge ? .square1080 : .square320))),
                    Attribute("srcset", text: "\(small) 320w, \(large) 1080w"),
                    isLarge
                        ? Attribute("sizes", "(min-width:68em) 40vw, 66vw")
                        : Attribute("sizes", "(min-width:68em) 20vw, (min-width:48em) 25vw, 33vw"),
                    Attribute("width", "320"),
                    Attribute("height", "320"),
                    Attribute("alt", text: context.alt(photo, of: post)),
                    Attribute("loading", "lazy"),
                    Attribute("decoding", "async")
                )
                html.element("span", .class("counts"), .hidden) { html in
                    html.icon(.heart)
                    html.text(post.likeCount)
                    html.icon(.comment)
                    html.text(post.commentCount)
                }
                if post.photos.count > 1 {
                    html.element("span", .class("many"), .hidden) { html in html.icon(.several) }
                }
            }
        }
    }

    /// Writes a small square photo next to a text that says what it shows.
    mutating func smallSquare(_ photo: Photo, with links: PageLinks) {
        ground(photo)
        void(
            "img",
            .src(links(.photo(photo.blob, .square320))),
            Attribute("width", "320"),
            Attribute("height", "320"),
            Attribute("alt", ""),
            Attribute("loading", "lazy")
        )
    }

    /// Writes a grid cell that contains text instead of a photo.
    mutating func tile(_ title: String, detail: String, href link: Link? = nil) {
        element("h2", .class("tile")) { html in
            guard let link else {
                html.tileWords(title, detail: detail)
                return
            }
            html.element("a", .href(link)) { html in html.tileWords(title, detail: detail) }
        }
    }

    private mutating func tileWords(_ title: String, detail: String) {
        element("span", .class("tile-words")) { html in
            html.element("b", .autoDirection, text: title)
            html.text(" ")
            html.element("span", text: detail)
        }
    }

    /// Writes a grid of posts in sections by month, each of which starts with a tile.
    mutating func months(_ posts: [PostView], in context: PageContext) {
        element("div", .class("grid")) { html in
            var rest = posts[...]
            while let first = rest.first {
                let month = context.local(first.createdAt)
                let group = rest.prefix {
                    let other = context.local($0.createdAt)
                    return other.month == month.month && other.year == month.year
                }
                html.element(
                    "section",
                    Attribute("data-month", number: month.year * 12 + month.month)
                ) { html in
                    html.tile(TimeText.month(month), detail: "\(month.year)")
                    html.element("ul", Attribute("role", "list")) { html in
                        for post in group { html.square(post, in: context) }
                    }
                }
                rest = rest.dropFirst(group.count)
            }
        }
    }

    /// Writes a grid of posts that are not grouped by month.
    ///
    /// In a dense grid, the first photo and every ninth one after it are two cells wide and high.
    mutating func grid(_ posts: [PostView], in context: PageContext, isDense: Bool = false) {
        element("ul", .class("grid", isDense ? "dense" : nil), Attribute("role", "list")) { html in
            for (index, post) in posts.enumerated() {
                html.square(post, in: context, isLarge: isDense && index.isMultiple(of: 9))
            }
        }
    }
}

extension HTML {
    /// Writes a feed with a section for each day.
    ///
    /// - Parameters:
    ///   - posts: The posts, newest first.
    ///   - comments: The newest comments on each post, oldest first.
    ///   - bookmarked: The posts that the viewer has bookmarked.
    ///   - unread: The number of posts above the line that marks the read position, or `nil` to
    ///     omit the line.
    ///   - context: The context of the page.
    mutating func days(
        _ posts: [PostView],
        comments: [Post.ID: [CommentView]],
        bookmarked: Set<Post.ID>,
        unread: Int?,
        in context: PageContext
    ) {
        var index = 0
        while index < posts.count {
            let day = context.local(posts[index].createdAt)
            let end =
                posts[index...]
                .firstIndex {
                    context.local($0.createdAt).dayNumber != day.dayNumber
                } ?? posts.count
            let range = index..<end
            if index > 0, unread == index { leftOff() }
            element("section", .class("day"), Attribute("data-day", number: day.dayNumber)) {
                html in
                html.element("h2", .class("day-head")) { html in
                    html.element("span", .class("day-words")) { html in
                        html.element("b", text: TimeText.day(day, today: context.today))
                        html.text(" ")
                        html.element("span", text: TimeText.date(day, today: context.today))
                    }
                }
                for position in range {
                    if position > range.lowerBound, unread == position { html.leftOff() }
                    html.post(
                        posts[position],
                        comments: comments[posts[position].id] ?? [],
                        isBookmarked: bookmarked.contains(posts[position].id),
                        in: context,
                        isFirst: position == 0
                    )
                }
            }
            index = end
        }
    }

    private mutating func leftOff() {
        element("p", .class("left-off")) { html in html.element("span", text: FeedText.leftOff) }
    }

    /// Writes the end of a list: a link to the next page, or `statement` if this is the last page.
    mutating func listEnd(older link: Link?, text: String, statement: (inout HTML) -> Void) {
        element("div", .class("end"), Attribute("data-end")) { html in
            if let link {
                html.element(
                    "a",
                    .class("button", "plain", "older"),
                    .href(link),
                    Attribute("rel", "next"),
                    text: text
                )
            } else {
                statement(&html)
            }
        }
    }
}
