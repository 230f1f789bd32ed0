/// A user's profile with the user's newest posts, read in one snapshot.
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
