package import Foundation

/// What anyone may read on a public server: the posts, comments and profiles of users with an
/// account in this store.
///
/// Posts, comments and likes by users without an account, such as imported users, are not public. The
/// counts of posts do not include them either.
extension Guest {
    /// Returns a post with its comments to anyone, provided that the author has an account in this
    /// store.
    ///
    /// Posts, comments and likes by users without an account, such as imported users, are not
    /// public. The counts do not include them either.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)`` if the post does not exist or its author has no
    ///   account.
    public func publicPostPage(_ id: Post.ID) async throws -> PostPage {
        try await readPublic { view in
            guard let page = try view.social.postPage(id, newestComments: nil, for: nil),
                let post = try view.shown([page.post]).first
            else { throw TimelineError.postNotFound(id.description) }
            let comments = try page.comments.filter { try view.includes($0.author.id) }
            return PostPage(post: post, comments: comments)
        }
    }

    /// Returns a user's profile and posts to anyone, provided that the user has an account in this
    /// store.
    ///
    /// - Parameters:
    ///   - username: The displayed username of the user.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The profile and one page of posts, newest first.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if the user does not exist or has no account.
    public func publicProfilePage(
        of username: String,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> ProfilePage {
        try await readPublic { view in
            guard let user = try view.social.user(named: username, view.accounts),
                try view.includes(user.id),
                var page = try view.social.profilePage(
                    of: user.id,
                    before: cursor,
                    limit: limit,
                    for: nil
                )
            else { throw TimelineError.userNotFound(username) }
            page.posts.items = try view.shown(page.posts.items)
            return page
        }
    }

    /// Returns one page of public posts to anyone, newest first.
    ///
    /// - Parameters:
    ///   - selection: What the posts have in common.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - after: A lower bound: every post on the page is newer than this post.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, which may be shorter than its limit although it has a cursor for the next
    ///   page. It is empty only if more than 30 times as many posts are not public.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if `selection` is a user that does not exist or
    ///   has no account.
    package func publicPage(
        of selection: PostSelection,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await readPublic { view in
            if case .by(let author) = selection { try view.requireUser(author) }
            var before = cursor
            let posts = try view.filled(limit) { count in
                let range = PostRange(
                    before: before ?? Post.ID(.max),
                    after: after,
                    limit: count
                )
                let ids = try view.social.postIDs(selection, in: range)
                before = ids.last ?? before
                return (try view.shown(view.social.posts(ids, for: nil)), ids.count == count)
            }
            let items = Array(posts.items.prefix(max(0, limit)))
            let end = posts.hasMore ? before : nil
            return TimelinePage(items, next: posts.items.count > limit ? items.last?.id : end)
                .positioned(after: cursor, at: try view.social.epoch())
        }
    }

    /// Returns the page of public posts that directly follows a post upward, towards the newest.
    ///
    /// - Parameters:
    ///   - selection: What the posts have in common.
    ///   - post: The post above which the page starts. It need not exist any more.
    ///   - limit: The maximum number of posts on the page, at most 10,000.
    /// - Returns: The oldest public posts that are newer than `post`, newest first. The page may be
    ///   shorter than its limit, and empty if more than 30 times as many posts are not public.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if `selection` is a user that does not exist or
    ///   has no account.
    package func publicPage(
        of selection: PostSelection,
        above post: Post.ID,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await readPublic { view in
            if case .by(let author) = selection { try view.requireUser(author) }
            var last = post
            // Oldest first.
            let posts = try view.filled(limit) { count in
                let ids = try UpwardSearch(above: last, limit: count)
                    .ids {
                        try view.social.postIDs(selection, in: $0)
                    }
                last = ids.first ?? last
                let shown = try view.shown(view.social.posts(ids, for: nil))
                return (shown.reversed(), ids.count == count)
            }
            let items = Array(posts.items.prefix(max(0, limit)).reversed())
            return TimelinePage(items, next: items.last?.id)
                .positioned(after: nil, at: try view.social.epoch())
        }
    }

    /// Returns the most popular public posts to anyone, best first.
    ///
    /// Only likes and comments by users with an account count.
    ///
    /// - Parameters:
    ///   - period: The maximum age of the posts in seconds, or `nil` for any age.
    ///   - limit: The maximum number of posts.
    /// - Returns: The posts. Posts without likes or comments are not included.
    /// - Throws: A storage error.
    package func publicPopularPosts(
        within period: TimeInterval? = nil,
        limit: Int = 20
    ) async throws -> [PopularPost] {
        let now = engine.environment.now()
        let since = period.map {
            PushID(milliseconds: (now - $0).millisecondsSince1970, bits: (0, 0))
        }
        return try await readPublic { view in
            var count = 0
            let posts = try view.filled(limit) { further in
                let ids = try view.social.popularPostIDs(
                    at: now,
                    since: Post.ID(since ?? .min),
                    limit: count + further
                )
                defer { count += further }
                let posts = try view.social.posts(Array(ids.dropFirst(count)), for: nil)
                let shown = try view.shown(posts)
                    .filter { $0.likeCount > 0 || $0.commentCount > 0 }
                return (shown, ids.count == count + further)
            }
            let popular = posts.items.map { PopularPost($0, at: now) }
                .sorted { ($0.popularity.score, $0.post.id) > ($1.popularity.score, $1.post.id) }
            return Array(popular.prefix(max(0, limit)))
        }
    }

    /// Returns a comment to anyone, provided that its author and that of the post have an account in
    /// this store.
    ///
    /// - Throws: ``TimelineError/commentNotFound(_:)``.
    package func publicComment(_ id: Comment.ID) async throws -> CommentView {
        try await readPublic { view in
            guard let comment = try view.social.commentView(id),
                let post = try view.social.post(comment.post, for: nil),
                try view.includes(comment.author.id), try view.includes(post.author.id)
            else { throw TimelineError.commentNotFound(id.description) }
            return comment
        }
    }

    /// Returns a user's profile to anyone, provided that the user has an account in this store.
    ///
    /// The numbers of followers and followed users include those without an account.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)`` if the user does not exist or has no account.
    package func publicProfile(of user: User.ID) async throws -> ProfileView {
        try await readPublic { view in
            try view.requireUser(user)
            return try view.social.requireProfile(of: user, for: nil)
        }
    }

    /// Returns the profiles of those of the given users that have an account in this store to
    /// anyone, in the given order, read in one snapshot.
    ///
    /// - Throws: A storage error.
    package func publicProfiles(of users: [User.ID]) async throws -> [ProfileView] {
        try await readPublic { view in
            try users.filter(view.includes).compactMap { try view.social.profile(of: $0, for: nil) }
        }
    }

    /// Returns one page of the users with an account in this store to anyone, ordered by displayed
    /// username.
    ///
    /// - Parameter query: The query, which may also concern the followers of such a user, the users
    ///   that they follow, or those that like their post.
    /// - Returns: The users, and the username after which the next page starts, or `nil` at the end.
    ///   The page may be shorter than its limit although another follows.
    /// - Throws: ``TimelineError/userNotFound(_:)`` or ``TimelineError/postNotFound(_:)`` if the
    ///   query concerns a user without an account or their post.
    package func publicUsers(
        _ query: UserQuery = UserQuery()
    ) async throws -> (users: [User], next: String?) {
        try await readPublic { view in
            switch query.scope {
            case .everyone: break
            case .followers(let user), .followed(let user): try view.requireUser(user)
            case .likers(let post):
                guard let author = try view.social.post(post, for: nil)?.author.id,
                    try view.includes(author)
                else { throw TimelineError.postNotFound(post.description) }
            }
            var rest = query
            let found = try view.filled(query.limit) { count in
                rest.limit = count
                let users = try view.social.users(rest)
                rest.after = users.last?.username ?? rest.after
                return (try users.filter { try view.includes($0.id) }, users.count == count)
            }
            let users = Array(found.items.prefix(query.limit))
            let end = found.hasMore ? rest.after : nil
            return (users, found.items.count > query.limit ? users.last?.username : end)
        }
    }

    /// Runs a query on one snapshot as anyone may see it, using the read queue.
    ///
    /// - Throws: Any error thrown by `query`.
    func readPublic<Result: Sendable>(
        _ query: @escaping @Sendable (PublicView) throws -> Result
    ) async throws -> Result {
        try await engine.read { social, accounts in try query(PublicView(social, accounts)) }
    }
}

/// A snapshot as anyone may see it on a public server.
final class PublicView {
    let social: any SocialReader
    let accounts: any AccountReader
    /// Whether users have an account, as far as it has been read.
    private var known: [User.ID: Bool] = [:]

    init(_ social: any SocialReader, _ accounts: any AccountReader) {
        (self.social, self.accounts) = (social, accounts)
    }

    /// Returns whether a user has an account in this store.
    func includes(_ user: User.ID) throws -> Bool {
        if let isIncluded = known[user] { return isIncluded }
        let isIncluded = try accounts.account(of: user) != nil
        known[user] = isIncluded
        return isIncluded
    }

    /// Throws ``TimelineError/userNotFound(_:)`` if a user does not exist or has no account.
    func requireUser(_ user: User.ID) throws {
        guard try includes(user), try social.exists(user) else {
            throw TimelineError.userNotFound(user.description)
        }
    }

    /// Returns those of some posts whose authors have an account, with counts of only the comments
    /// and likes by such users.
    func shown(_ posts: [PostView]) throws -> [PostView] {
        try posts.filter { try includes($0.author.id) }
            .map { post in
                guard post.commentCount > 0 || post.likeCount > 0 else { return post }
                let counts = try social.localCounts(of: post.id)
                var post = post
                (post.likeCount, post.commentCount) = (counts.likes, counts.comments)
                return post
            }
    }

    /// The maximum number of parts to read for a page, each twice as long as the previous one.
    private static let partCount = 5

    /// Returns the public items of as many parts of a list as a page needs.
    ///
    /// - Parameters:
    ///   - limit: The number of items to read, unless too many others lie between them.
    ///   - next: Returns the public items of the next part with at most the given number of items,
    ///     and whether another part may follow.
    /// - Returns: The items, of which there may be more than `limit`, and whether more may follow.
    /// - Throws: Any error thrown by `next`.
    func filled<Item>(
        _ limit: Int,
        _ next: (_ count: Int) throws -> (items: [Item], hasMore: Bool)
    ) throws -> (items: [Item], hasMore: Bool) {
        var (items, hasMore): ([Item], Bool) = ([], true)
        var count = max(1, min(limit, 1000))
        for _ in 0..<Self.partCount where hasMore && items.count < limit {
            let part = try next(count)
            items += part.items
            hasMore = part.hasMore
            count *= 2
        }
        return (items, hasMore)
    }
}
