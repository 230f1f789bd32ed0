/// A post, and how far from a position it was taken.
public struct NearbyPost: Hashable, Sendable, Encodable {
    /// The post.
    public let post: PostView
    /// The distance in metres.
    public let distance: Double
}

/// A page of the posts around a position, newest first.
public struct NearbyPage: Hashable, Sendable {
    /// The posts with their distances.
    public let posts: [NearbyPost]
    /// The cursor of the next page, `nil` at the end.
    public let next: Post.ID?
}

extension NearbyPage: Encodable {
    private enum CodingKeys: CodingKey {
        case posts, next
    }

    /// Writes the properties under their own names; at the end, ``next`` is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(posts, forKey: .posts)
        try container.encode(next, forKey: .next)
    }
}

extension Principal {
    /// One page of the posts that were taken within a distance from a position, newest first, complete to any
    /// depth, each with its distance.
    ///
    /// - Parameters:
    ///   - vicinity: the position and the distance.
    ///   - cursor: the post that the page comes after, such as ``NearbyPage/next``; `nil` for the newest.
    ///   - limit: how many posts the page holds at most.
    /// - Returns: the page.
    /// - Throws: a failure of storage.
    public func posts(
        near vicinity: Vicinity,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> NearbyPage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { reader, viewer in
            let ids = try reader.postIDs(near: vicinity, in: range)
            let posts = try reader.posts(ids, for: viewer)
                .compactMap { post in
                    post.place?.coordinate
                        .map { NearbyPost(post: post, distance: vicinity.center.distance(to: $0)) }
                }
            return NearbyPage(posts: posts, next: ids.count == limit ? ids.last : nil)
        }
    }
}
