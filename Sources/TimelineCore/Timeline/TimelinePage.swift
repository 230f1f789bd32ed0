/// A page of posts, newest first.
public typealias TimelinePage = Page<PostView, Post.ID>

extension PostView: PageItem {
    /// The key for posts in an encoded page.
    public static var pageKey: String { "posts" }
}

extension TimelinePage {
    /// The posts, newest first.
    public var posts: [PostView] { items }
}
