/// A page of a user's home timeline with the other facts that are shown beside it, read in one
/// snapshot.
public struct HomeOverview: Hashable, Sendable {
    /// The user.
    public let viewer: User
    /// The posts.
    public let page: TimelinePage
    /// The newest comments of each post, at most ``commentLimit``, oldest first.
    ///
    /// Posts without comments have no entry.
    public let comments: [Post.ID: [CommentView]]
    /// The read position before the page is passed to ``UserSession/markShown(_:)-(TimelinePage)``.
    public let position: ReadPosition
    /// The number of activity items since the last visit, at most ``Page/countLimit``.
    public let newActivityCount: Int

    /// The maximum number of comments of each post.
    public static let commentLimit = 2

    /// The first read post below an unread one; see ``ReadPosition/marker(in:)``.
    public var marker: Post.ID? { position.marker(in: page) }
}
