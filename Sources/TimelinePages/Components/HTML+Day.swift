import Foundation
import TimelineCore

extension HTML {
    /// Writes a feed with a section for each day.
    ///
    /// - Parameters:
    ///   - posts: The posts, newest first.
    ///   - comments: The newest comments on each post, oldest first.
    ///   - unread: The number of posts above the line that marks the read position, or `nil` to
    ///     omit the line.
    ///   - context: The context of the page.
    mutating func days(
        _ posts: [PostView],
        comments: [Post.ID: [CommentView]],
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
