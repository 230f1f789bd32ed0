/// A post with its distance from a position.
public struct NearbyPost: Hashable, Sendable, Encodable {
    /// The post.
    public let post: PostView
    /// The distance in metres.
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
