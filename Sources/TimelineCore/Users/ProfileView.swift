/// A user's profile with its counts, as a viewer sees it.
public struct ProfileView: Hashable, Sendable, Codable {
    /// The user.
    public let user: User
    /// The number of the user's posts.
    public let postCount: Int
    /// The number of followers.
    public let followerCount: Int
    /// The number of users that this user follows.
    public let followingCount: Int
    /// Whether the viewer follows the user.
    public let followedByViewer: Bool
    /// Whether the user follows the viewer.
    public let followsViewer: Bool

    /// Whether the viewer has blocked the user.
    public let blockedByViewer: Bool
    /// Whether the user has blocked the viewer.
    public let blocksViewer: Bool

    /// Creates a profile view.
    public init(
        user: User,
        postCount: Int,
        followerCount: Int,
        followingCount: Int,
        followedByViewer: Bool,
        followsViewer: Bool,
        blockedByViewer: Bool = false,
        blocksViewer: Bool = false
    ) {
        self.user = user
        self.postCount = postCount
        self.followerCount = followerCount
        self.followingCount = followingCount
        self.followedByViewer = followedByViewer
        self.followsViewer = followsViewer
        self.blockedByViewer = blockedByViewer
        self.blocksViewer = blocksViewer
    }
}
