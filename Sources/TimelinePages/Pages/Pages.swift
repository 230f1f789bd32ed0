package import TimelineCore

/// The pages of the site, with one function for each page.
///
/// ```swift
/// let home = try await session.home()
/// let context = PageContext(viewer: home.viewer, token: typed, path: "/", now: .now)
/// let html = Pages(context).home(home.page, comments: home.comments, position: home.position)
/// try Data(html.bytes).write(to: target)
/// ```
package struct Pages: Sendable {
    let context: PageContext

    /// Creates the pages for a context.
    package init(_ context: PageContext) {
        self.context = context
    }

    var links: PageLinks { context.links }

    /// Returns the markup of a single comment, for responses to the script.
    package func comment(_ comment: CommentView, on post: PostView) -> HTML {
        var html = HTML()
        html.comment(comment, on: post, in: context)
        return html
    }
}
