import Foundation
import TimelineCore

extension HTML {
    /// Writes the HTML of a post in a feed: photos, byline, the start of the caption, and the
    /// newest comments.
    mutating func post(
        _ post: PostView,
        comments: [CommentView],
        isBookmarked: Bool,
        in context: PageContext,
        isFirst: Bool
    ) {
        let (links, id) = (context.links, post.id.description)
        element(
            "article",
            .class("post"),
            Attribute("id", text: "post-" + id),
            Attribute("data-post", text: id),
            Attribute("aria-labelledby", text: "by-" + id),
            Attribute("tabindex", "-1")
        ) { html in
            html.photos(of: post, in: context, opening: .post(post.id), isFirst: isFirst)
            html.element("div", .class("label")) { html in
                html.element("div", .class("label-head")) { html in
                    html.byline(of: post, in: context)
                    html.element("div", .class("actions")) { html in
                        html.buttons(for: post, isBookmarked: isBookmarked, in: context) { html in
                            html.element(
                                "a",
                                .class("action", "open-comments"),
                                .href(links(.post(post.id)).at("comments")),
                                .label(FeedText.open(comments: post.commentCount))
                            ) { html in
                                html.icon(.comment)
                                html.element("span", .class("count")) { html in
                                    html.text(post.commentCount)
                                }
                            }
                        }
                    }
                }
                html.steps(for: post)
                if !post.caption.isEmpty {
                    html.element("div", .class("caption", "short"), .autoDirection) { html in
                        html.userText(post.caption, with: links)
                    }
                    if post.caption.mayBeLong {
                        html.element(
                            "a",
                            .class("read-more"),
                            .href(links(.post(post.id))),
                            text: FeedText.readMore
                        )
                    }
                }
                for comment in comments {
                    html.element("p", .class("brief")) { html in
                        html.element(
                            "a",
                            .href(links(.profile(comment.author.username))),
                            .autoDirection
                        ) { html in html.username(comment.author.username) }
                        html.text(" ")
                        html.element("span", .autoDirection) { html in
                            html.userText(comment.text, with: links)
                        }
                    }
                }
            }
        }
    }

    /// Writes the author's avatar and username, the age of the post and its place.
    ///
    /// If `isDated` is `false`, the age is omitted.
    mutating func byline(of post: PostView, in context: PageContext, isDated: Bool = true) {
        let links = context.links
        element("div", .class("byline")) { html in
            html.element(
                "a",
                .class("face"),
                .href(links(.profile(post.author.username))),
                Attribute("tabindex", "-1"),
                .hidden
            ) { html in html.avatar(of: post.author, with: links) }
            html.element("div", .class("byline-words")) { html in
                html.element(
                    "a",
                    .class("name"),
                    Attribute("id", text: "by-" + post.id.description),
                    .href(links(.profile(post.author.username))),
                    .autoDirection
                ) { html in html.username(post.author.username) }
                html.element("div", .class("where")) { html in
                    if isDated {
                        html.element("a", .class("time"), .href(links(.post(post.id)))) { html in
                            html.time(post.createdAt, in: context)
                        }
                    }
                    if let place = post.place { html.place(place, in: context, after: isDated) }
                }
            }
        }
    }

    private mutating func place(_ place: Place, in context: PageContext, after date: Bool) {
        guard let name = place.name ?? place.coordinate.map(Self.coordinates) else { return }
        if date { text(" · ") }
        guard !context.links.isStatic, let coordinate = place.coordinate,
            // This fails only for an invalid position, which TimelineCore would not have accepted.
            let vicinity = try? SearchArea(of: coordinate, radius: 1000)
        else {
            element("span", .autoDirection, text: name)
            return
        }
        element("a", .href(context.links(.near(vicinity))), .autoDirection, text: name)
    }

    private static func coordinates(_ coordinate: Coordinate) -> String {
        let rounded = { (degrees: Double) in Double(Int((degrees * 100).rounded())) / 100 }
        return "\(rounded(coordinate.latitude)), \(rounded(coordinate.longitude))"
    }

    /// Writes how long ago a date was, with the exact date as a tooltip.
    mutating func time(_ date: Date, in context: PageContext) {
        guard !TimeText.isUnknown(date) else { return text(TimeText.earlier) }
        let local = context.local(date)
        element(
            "time",
            Attribute("datetime", text: TimeText.machine(date)),
            Attribute("title", text: TimeText.exact(local)),
            text: TimeText.relative(date, local, now: context.now, today: context.today)
        )
    }

    /// Writes the buttons of a post in one form: a heart with the number of likes, the link to the
    /// comments, and for a viewer the bookmark.
    ///
    /// The bookmark has an address of its own, because the form of each post would make pages
    /// longer.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - isBookmarked: Whether the viewer has bookmarked the post.
    ///   - context: The context of the page.
    ///   - comments: Writes the link to the comments.
    mutating func buttons(
        for post: PostView,
        isBookmarked: Bool,
        in context: PageContext,
        comments: (inout HTML) -> Void
    ) {
        guard !context.links.isStatic else {
            element("span", .class("action", "heart"), .label(CountText.likes(post.likeCount))) {
                html in
                html.icon(.heart)
                html.element("span", .class("count")) { html in html.text(post.likeCount) }
            }
            return comments(&self)
        }
        form(
            sending: post.likedByViewer ? .unlike(post.id) : .like(post.id),
            in: context,
            class: "like",
            returns: true
        ) { html in
            html.element(
                "button",
                .class("action", "heart"),
                Attribute("aria-pressed", post.likedByViewer ? "true" : "false"),
                .label(FeedText.like(post.likeCount))
            ) { html in
                html.icon(.heart)
                html.element("span", .class("count")) { html in html.text(post.likeCount) }
            }
            comments(&html)
            guard context.viewer != nil else { return }
            let action = isBookmarked ? Action.unbookmark(post.id) : .bookmark(post.id)
            html.element(
                "button",
                .class("action", "bookmark"),
                Attribute("formaction", text: context.links(sending: action).text),
                Attribute("aria-pressed", isBookmarked ? "true" : "false"),
                .label(FeedText.bookmark)
            ) { html in html.icon(.bookmark) }
        }
    }

    /// Writes the buttons for moving between the photos of a post.
    ///
    /// They are visible only with the script.
    mutating func steps(for post: PostView) {
        guard post.photos.count > 1 else { return }
        element("div", .class("steps")) { html in
            html.element(
                "button",
                .class("step"),
                Attribute("type", "button"),
                Attribute("data-step", "-1"),
                .label(FeedText.previousPhoto)
            ) { html in html.icon(.left) }
            html.element(
                "span",
                .class("step-count"),
                text: FeedText.step(1, of: post.photos.count)
            )
            html.element(
                "button",
                .class("step"),
                Attribute("type", "button"),
                Attribute("data-step", "1"),
                .label(FeedText.nextPhoto)
            ) { html in html.icon(.right) }
        }
    }
}

extension String {
    /// Whether a caption may need more than three lines in a feed.
    fileprivate var mayBeLong: Bool {
        utf8.count > 100 || utf8.count { $0 == UInt8(ascii: "\n") } > 2
    }
}

extension HTML {
    /// Writes the HTML of a comment, a list item on the page of a post.
    mutating func comment(_ comment: CommentView, on post: PostView, in context: PageContext) {
        let links = context.links
        let viewer = context.viewer?.id
        element("li", .class("comment"), Attribute("id", text: "comment-\(comment.id)")) { html in
            html.element(
                "a",
                .class("face"),
                .href(links(.profile(comment.author.username))),
                Attribute("tabindex", "-1"),
                .hidden
            ) { html in html.avatar(of: comment.author, with: links, size: "tiny") }
            html.element("div", .class("comment-words")) { html in
                html.element("p", .class("comment-text")) { html in
                    html.element(
                        "a",
                        .class("name"),
                        .href(links(.profile(comment.author.username))),
                        .autoDirection
                    ) { html in html.username(comment.author.username) }
                    html.text(" ")
                    html.element("span", .autoDirection) { html in
                        html.userText(comment.text, with: links)
                    }
                }
                html.element("p", .class("comment-time")) { html in
                    html.time(comment.createdAt, in: context)
                }
            }
            if viewer == comment.author.id || viewer == post.author.id {
                html.element(
                    "a",
                    .class("icon-button", "bin"),
                    .href(links(.deleteComment(comment.id))),
                    Attribute("data-dialog"),
                    .label(FeedText.deleteComment)
                ) { html in html.icon(.bin) }
            }
        }
    }
}
