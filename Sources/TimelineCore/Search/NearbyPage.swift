/// A post with its distance from a position.
public struct NearbyPost: Hashable, Sendable, Encodable {
    /// The post, as the viewer sees it.
    public let post: PostView
    /// The distance of the post from the position, in metres.
    public let distance: Double
}

extension NearbyPost: PageItem {
    /// The key for posts in an encoded page.
    public static var pageKey: String { "posts" }
}

/// A page of posts near a position, newest first.
public typealias NearbyPage = Page<NearbyPost, Post.ID>

extension NearbyPage {
    /// The posts with their distances, newest first.
    public var posts: [NearbyPost] { items }
}
