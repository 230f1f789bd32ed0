public import TimelineCore

/// The pages, one function each, in a context.
///
/// ```swift
/// let html = Pages(context).home(page, comments: comments, position: position)
/// response.body = html.bytes
/// ```
public struct Pages: Sendable {
    let context: PageContext

    /// Creates the pages for a context.
    public init(_ context: PageContext) {
        self.context = context
    }

    var links: PageLinks { context.links }

    func stub(_ title: String) -> HTML {
        var html = HTML()
        html.unescaped("<!doctype html>")
        html.element("h1", text: title)
        return html
    }

    /// STUB
    public func comment(_ comment: CommentView, on post: PostView) -> HTML { stub("comment") }

    /// STUB
    public func manifest() -> String { "{}" }
}
