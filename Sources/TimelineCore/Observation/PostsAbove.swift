/// The number of posts in a feed that are newer than a given post, and the newest of these posts.
///
/// ```swift
/// for try await above in session.observePosts(above: post.id, in: .home) {
///     show("\(above.count) new posts")
/// }
/// ```
public struct PostsAbove: Hashable, Sendable {
    /// The number of newer posts, up to the limit of the observation.
    public let count: Int
    /// The ID of the newest post, or `nil` if no post is newer than the given post.
    public let newest: Post.ID?
}
