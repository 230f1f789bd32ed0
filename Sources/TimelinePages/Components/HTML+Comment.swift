import TimelineCore

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
