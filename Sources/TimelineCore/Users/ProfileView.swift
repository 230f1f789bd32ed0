/// A user's profile as its page shows it to a viewer.
public struct ProfileView: Hashable, Sendable, Codable {
    /// The user whose profile it is.
    public let user: User
    /// How many posts the user has.
    public let postCount: Int
    /// How many users follow this one.
    public let followerCount: Int
    /// How many users this one follows.
    public let followingCount: Int
    /// Whether the viewer follows the user.
    public let followedByViewer: Bool
    /// Whether the user follows the viewer.
    public let followsViewer: Bool

    /// Makes a view of its parts.
    public init(
        user: User,
        postCount: Int,
        followerCount: Int,
        followingCount: Int,
        followedByViewer: Bool,
        followsViewer: Bool
    ) {
        self.user = user
        self.postCount = postCount
        self.followerCount = followerCount
        self.followingCount = followingCount
        self.followedByViewer = followedByViewer
        self.followsViewer = followsViewer
    }
}
