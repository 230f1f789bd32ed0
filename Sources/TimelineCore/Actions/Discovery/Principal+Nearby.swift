extension Principal {
    /// Returns one page of posts located near a position, newest first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// - Parameters:
    ///   - vicinity: The position and the radius around it.
    ///   - cursor: The post after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The posts with their distances from the position.
    /// - Throws: A storage error.
    public func posts(
        near vicinity: SearchArea,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> NearbyPage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { reader, _, viewer in
            let ids = try reader.postIDs(.near(vicinity), in: range)
            let posts = try reader.posts(ids, for: viewer)
                .compactMap { post in
                    post.place?.coordinate
                        .map { NearbyPost(post: post, distance: vicinity.center.distance(to: $0)) }
                }
            return NearbyPage(posts, next: ids.count == limit ? ids.last : nil)
        }
    }
}
