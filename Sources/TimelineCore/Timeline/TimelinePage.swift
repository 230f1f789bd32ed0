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

/// A selection of posts, newest first.
///
/// ```swift
/// let page = try await session.page(of: .home, limit: 20)
/// ```
public enum Feed: Hashable, Sendable {
    /// The viewer's own posts and those of the users they follow and have not muted.
    case home
    /// The posts of a single user.
    case user(User.ID)
    /// All posts in the store.
    case everyone
}

/// A range of post IDs with a maximum number of results.
///
/// Results are ordered newest first.
public struct PostRange: Hashable, Sendable {
    /// The exclusive upper bound.
    public let before: Post.ID
    /// The exclusive lower bound, if any.
    public let after: Post.ID?
    /// The maximum number of posts.
    ///
    /// Negative numbers are treated as 0.
    public let limit: Int

    /// Creates a range.
    public init(before: Post.ID = Post.ID(.max), after: Post.ID? = nil, limit: Int) {
        self.before = before
        self.after = after
        self.limit = max(0, limit)
    }

    /// The exclusive lower bound, or the lowest possible ID if there is no bound.
    public var lowerBound: Post.ID { after ?? Post.ID(.min) }
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
    /// The read position before the page is passed to ``UserSession/markShown(_:)-(TimelinePage)``.
    public let position: ReadPosition
    /// The number of activity items since the user's last visit, up to ``Page/countLimit``.
    public let newActivityCount: Int

    /// The maximum number of comments per post.
    public static let commentLimit = 2

    /// The ID of the first read post that directly follows an unread post on the page, or `nil` if
    /// there is none.
    ///
    /// See ``ReadPosition/marker(in:)``.
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

/// A shard: one part of the authors in a home timeline.
///
/// The shards of a timeline are read in parallel.
public struct TimelineShard: Hashable, Sendable {
    /// The index of this part, starting at 0.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// The only shard of an undivided read.
    public static let whole = TimelineShard(index: 0, count: 1)

    /// Creates a shard.
    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }
}

/// A namespace for merging sorted lists of posts.
package enum TimelineMerge {
    /// Returns the newest IDs from all lists, newest first and without duplicates.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of IDs.
    ///   - runs: The lists, each in descending order. There are only a few lists, so each step
    ///     compares the first IDs of all lists.
    /// - Returns: A single list in descending order.
    package static func newest(_ limit: Int, of runs: [[Post.ID]]) -> [Post.ID] {
        guard runs.count > 1 else { return Array((runs.first ?? []).prefix(limit)) }
        var heads = runs.map { $0[...] }
        var merged: [Post.ID] = []
        while merged.count < limit, let newest = heads.compactMap(\.first).max() {
            merged.append(newest)
            for index in heads.indices where heads[index].first == newest {
                heads[index].removeFirst()
            }
        }
        return merged
    }
}
