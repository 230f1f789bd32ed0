/// The posts of a feed above a post, as an observation counts them.
public struct PostsAbove: Hashable, Sendable {
    /// The number of posts, up to the limit of the observation.
    public let count: Int
    /// The newest post; `nil` if there are none.
    public let newest: Post.ID?
}
