/// A post with its distance from a position.
public struct NearbyPost: Hashable, Sendable, Encodable {
    /// The post.
    public let post: PostView
    /// The distance in metres, at least 0.
    public let distance: Double
}

/// A page of posts near a position, newest first.
public struct NearbyPage: Hashable, Sendable {
    /// The posts with their distances.
    public let posts: [NearbyPost]
    /// The cursor of the next page; `nil` at the end.
    public let next: Post.ID?
}

extension NearbyPage: Encodable {
    private enum CodingKeys: CodingKey {
        case posts, next
    }

    /// Encodes the posts and ``next``, which is `null` at the end.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(posts, forKey: .posts)
        try container.encode(next, forKey: .next)
    }
}
