public import TimelineCore

/// The pages, one function each, in a context.
///
/// ```swift
/// let home = try await session.home()
/// let context = PageContext(viewer: home.viewer, token: typed, path: "/", now: .now)
/// let html = Pages(context).home(home.page, comments: home.comments, position: home.position)
/// try Data(html.bytes).write(to: target)
/// ```
public struct Pages: Sendable {
    let context: PageContext

    /// Creates the pages for a context.
    public init(_ context: PageContext) {
        self.context = context
    }

    var links: PageLinks { context.links }

    /// Writes a comment alone, for the answer to the script's requests.
    public func comment(_ comment: CommentView, on post: PostView) -> HTML {
        var html = HTML()
        html.comment(comment, on: post, context)
        return html
    }
}
