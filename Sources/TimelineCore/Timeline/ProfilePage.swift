/// A user's profile with the user's newest posts, read in one snapshot.
///
/// ```swift
/// let page = try await guest.profilePage(of: leia)
/// show(page.profile.user.username, page.profile.followerCount)
/// for post in page.posts.posts { show(post.caption) }
/// ```
public struct ProfilePage: Hashable, Sendable, Encodable {
    /// The profile.
    public let profile: ProfileView
    /// The first page of the user's posts, newest first.
    public let posts: TimelinePage

    /// Creates a profile page.
    public init(profile: ProfileView, posts: TimelinePage) {
        self.profile = profile
        self.posts = posts
    }
}
