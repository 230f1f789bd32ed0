/// A page of posts, newest first.
public typealias TimelinePage = Page<PostView, Post.ID>

extension PostView: PageItem {
    /// The key for posts in an encoded page.
    public static var pageKey: String { "posts" }
}

extension TimelinePage {
    /// The posts, newest first.
    public var posts: [PostView] { items }
}

/// A page of a user's home timeline, along with the other data that the home screen shows.
///
/// All data is read in one snapshot, unless the page is read in shards.
///
/// ```swift
/// let home = try await session.home()
/// for post in home.page.posts {
///     show(post.caption, home.comments[post.id] ?? [], post.id == home.marker)
/// }
/// ```
public struct HomeOverview: Hashable, Sendable {
    /// The user that views the home timeline.
    public let viewer: User
    /// The page of posts.
    public let page: TimelinePage
    /// The number of posts in the whole timeline, which only the last page states, and otherwise
    /// `nil`.
    public let postCount: Int?
    /// The newest comments on each post, up to ``commentLimit`` per post, oldest first.
    ///
    /// Posts without comments have no entry.
    public let comments: [Post.ID: [CommentView]]
    /// Those of the posts that the viewer has bookmarked.
    package let bookmarked: Set<Post.ID>
    /// The read position before the page is passed to ``UserSession/markShown(_:)-(TimelinePage)``.
    public let position: ReadPosition
    /// The number of activity items since the user's last visit, up to ``Page/countLimit``.
    public let newActivityCount: Int

    /// The maximum number of comments per post.
    public static let commentLimit = 2

    /// The ID of the first read post that directly follows an unread post on the page, or `nil` if
    /// there is none.
    public var marker: Post.ID? { position.marker(in: page) }
}

/// A user's profile with one page of the user's posts, read in one snapshot.
///
/// ```swift
/// let page = try await guest.profilePage(of: leia)
/// show(page.profile.user.username, page.profile.followerCount)
/// for post in page.posts.posts { show(post.caption) }
/// ```
public struct ProfilePage: Hashable, Sendable, Encodable {
    /// The profile.
    public let profile: ProfileView
    /// One page of the user's posts, newest first.
    public package(set) var posts: TimelinePage

    /// Creates a profile page.
    public init(profile: ProfileView, posts: TimelinePage) {
        self.profile = profile
        self.posts = posts
    }
}
