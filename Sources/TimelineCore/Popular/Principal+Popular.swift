public import Foundation

/// A post, and how popular it is.
public struct PopularPost: Hashable, Sendable, Encodable {
    /// The post.
    public let post: PostView
    /// What its score is made of.
    public let popularity: Popularity
}

extension Principal {
    /// The most popular posts now, best first; ``Popularity`` has the formula.
    ///
    /// - Parameters:
    ///   - period: only posts of the last so many seconds; `nil` takes all.
    ///   - limit: how many posts at most.
    /// - Returns: the posts; those without likes and comments are never among them.
    /// - Throws: a failure of storage.
    public func popularPosts(
        within period: TimeInterval? = nil,
        limit: Int = 20
    ) async throws -> [PopularPost] {
        let now = engine.environment.now()
        let since = period.map {
            PushID(milliseconds: (now - $0).millisecondsSince1970, random: (0, 0))
        }
        return try await read { reader, viewer in
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
