public import Foundation

/// A post with its popularity.
public struct PopularPost: Hashable, Sendable, Encodable {
    /// The post, as the viewer sees it.
    public let post: PostView
    /// The popularity that determined the post's rank.
    public let popularity: Popularity
}

extension Principal {
    /// Returns the most popular posts, best first, ranked by ``Popularity``.
    ///
    /// - Parameters:
    ///   - period: The maximum age of the posts in seconds, or `nil` for any age.
    ///   - limit: The maximum number of posts.
    /// - Returns: The posts. Posts without likes or comments are not included.
    /// - Throws: A storage error.
    public func popularPosts(
        within period: TimeInterval? = nil,
        limit: Int = 20
    ) async throws -> [PopularPost] {
        let now = engine.environment.now()
        let since = period.map {
            PushID(milliseconds: (now - $0).millisecondsSince1970, bits: (0, 0))
        }
        return try await read { reader, _, viewer in
            let ids = try reader.popularPostIDs(
                at: now,
                since: Post.ID(since ?? .min),
                limit: limit
            )
            return try reader.posts(ids, for: viewer)
                .map { post in
                    PopularPost(
                        post: post,
                        popularity: Popularity(
                            likes: post.likeCount,
                            comments: post.commentCount,
                            age: now.timeIntervalSince(post.createdAt)
                        )
                    )
                }
        }
    }
}
