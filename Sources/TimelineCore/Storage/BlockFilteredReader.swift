import Foundation

/// A snapshot as a viewer with blocks sees it: without the posts, comments and activity of the
/// users hidden from them, without whatever concerns their posts, and without these users in lists.
///
/// Hidden users remain reachable by their ID or username, so that their profile can say why it is
/// empty. Counts include them, except the viewer's own followers.
struct BlockFilteredReader: SocialReader {
    let base: any SocialReader
    let viewer: User.ID
    let hidden: HiddenUsers

    /// Creates a reader.
    init(_ base: any SocialReader, viewer: User.ID, hidden: HiddenUsers) {
        self.base = base
        self.viewer = viewer
        self.hidden = hidden
    }

    // MARK: Users

    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView? {
        guard let profile = try base.profile(of: id, for: viewer) else { return nil }
        if id == self.viewer {
            let others = try hidden.all.compactMap { try base.profile(of: $0, for: id) }
            return profile.without(
                followers: others.count(where: \.followsViewer),
                following: others.count(where: \.followedByViewer)
            )
        }
        guard hidden.contains(id) else { return profile }
        return
            profile.without(
                followers: profile.followedByViewer ? 1 : 0,
                following: profile.followsViewer ? 1 : 0
            )
            .hidden(
                byViewer: hidden.blocked.contains(id),
                fromViewer: hidden.blocking.contains(id)
            )
    }

    func users(_ query: UserQuery) throws -> [User] {
        switch query.scope {
        case .everyone: break
        case .followers(let user), .followed(let user):
            guard !hidden.contains(user) else { return [] }
        case .likers(let post): guard try isVisible(post) else { return [] }
        }
        var rest = query
        return try filled(query.limit) { limit in
            rest.limit = limit
            let users = try base.users(rest)
            rest.after = users.last?.username ?? rest.after
            return (users.filter { !hidden.contains($0.id) }, users.count)
        }
    }

    // MARK: Posts

    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView] {
        try base.posts(ids, for: viewer).filter { !hidden.contains($0.author.id) }
    }

    func localCounts(of post: Post.ID) throws -> (comments: Int, likes: Int) {
        try isVisible(post) ? base.localCounts(of: post) : (0, 0)
    }

    func postIDs(_ selection: PostSelection, in range: PostRange) throws -> [Post.ID] {
        if case .by(let author) = selection {
            return hidden.contains(author) ? [] : try base.postIDs(selection, in: range)
        }
        var before = range.before
        return try filled(range.limit) { limit in
            let part = PostRange(before: before, after: range.after, limit: limit)
            let ids = try base.postIDs(selection, in: part)
            before = ids.last ?? before
            return (try posts(ids, for: viewer).map(\.id), ids.count)
        }
    }

    func likes(
        by user: User.ID,
        beyond stamp: PushID,
        ascending isAscending: Bool,
        limit: Int
    ) throws -> [(post: Post.ID, stamp: PushID)] {
        guard !hidden.contains(user) else { return [] }
        var stamp = stamp
        return try filled(limit) { limit in
            let likes = try base.likes(
                by: user,
                beyond: stamp,
                ascending: isAscending,
                limit: limit
            )
            stamp = likes.last?.stamp ?? stamp
            let visible = Set(try posts(likes.map(\.post), for: viewer).map(\.id))
            return (likes.filter { visible.contains($0.post) }, likes.count)
        }
    }

    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID] {
        try first(limit) { limit in
            let ids = try base.popularPostIDs(at: now, since: since, limit: limit)
            return (try posts(ids, for: viewer).map(\.id), ids.count)
        }
    }

    // MARK: Comments

    func comment(_ id: Comment.ID) throws -> Comment? {
        guard let comment = try base.comment(id), !hidden.contains(comment.author),
            try isVisible(comment.post)
        else { return nil }
        return comment
    }

    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView] {
        guard try isVisible(post) else { return [] }
        var after = after
        return try filled(limit) { limit in
            let comments = try base.comments(on: post, after: after, limit: limit)
            after = comments.last?.id ?? after
            return (comments.filter(isVisible), comments.count)
        }
    }

    func commentIDs(by author: User.ID, in range: PostRange) throws -> [Comment.ID] {
        guard !hidden.contains(author) else { return [] }
        var before = range.before
        return try filled(range.limit) { limit in
            let part = PostRange(before: before, after: range.after, limit: limit)
            let ids = try base.commentIDs(by: author, in: part)
            before = ids.last.map { Post.ID($0.pushID) } ?? before
            return (try ids.filter { try comment($0) != nil }, ids.count)
        }
    }

    func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]] {
        let posts = try self.posts(posts, for: viewer).map(\.id)
        var comments = try base.newestComments(onEach: posts, limit: limit)
        for (post, some) in comments where !some.allSatisfy(isVisible) {
            let shown = try first(limit) { limit in
                let comments = try base.newestComments(on: post, limit: limit)
                return (comments.filter(isVisible).reversed(), comments.count)
            }
            comments[post] = shown.isEmpty ? nil : shown.reversed()
        }
        return comments
    }

    private func isVisible(_ comment: CommentView) -> Bool { !hidden.contains(comment.author.id) }

    // MARK: Texts

    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount] {
        let newest = PostRange(limit: 1)
        return try first(limit) { limit in
            let tags = try base.tags(startingWith: prefix, limit: limit)
            let shown = try tags.filter { try !postIDs(.tagged($0.tag), in: newest).isEmpty }
            return (shown, tags.count)
        }
    }

    func words(startingWith prefix: String, limit: Int) throws -> [String] {
        try first(limit) { limit in
            let words = try base.words(startingWith: prefix, limit: limit)
            let shown = try words.filter { word in
                let pattern = TextPattern(parts: [[[word]]])
                return try !texts(matching: pattern, before: .max, from: .min, limit: 1).isEmpty
            }
            return (shown, words.count)
        }
    }

    func texts(mentioning username: String, before: TextID, limit: Int) throws -> [TextID] {
        var before = before
        return try filled(limit) { limit in
            let texts = try base.texts(mentioning: username, before: before, limit: limit)
            before = texts.last ?? before
            return (try texts.filter(isVisible), texts.count)
        }
    }

    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID] {
        var before = before
        return try filled(limit) { limit in
            let texts = try base.texts(
                matching: pattern,
                before: before,
                from: oldest,
                limit: limit
            )
            before = texts.last ?? before
            return (try texts.filter(isVisible), texts.count)
        }
    }

    private func isVisible(_ text: TextID) throws -> Bool {
        switch text {
        case .caption(let post): return try isVisible(post)
        case .comment(let id):
            guard let comment = try base.comment(id) else { return true }
            return try !hidden.contains(comment.author) && isVisible(comment.post)
        }
    }

    private func isVisible(_ post: Post.ID) throws -> Bool {
        try base.post(post, for: viewer).map { !hidden.contains($0.author.id) } ?? true
    }

    // MARK: Activity

    func activity(
        of user: User.ID,
        after position: ActivityEvent.Position?,
        limit: Int
    ) throws -> [ActivityEvent] {
        var position = position
        return try filled(limit) { limit in
            let events = try base.activity(of: user, after: position, limit: limit)
            position = events.last?.position ?? position
            return (try events.filter(isVisible), events.count)
        }
    }

    func activityCount(of user: User.ID, since epoch: Int, limit: Int) throws -> Int {
        try activity(of: user, after: nil, limit: limit).count { $0.arrival > epoch }
    }

    private func isVisible(_ event: ActivityEvent) throws -> Bool {
        guard !hidden.contains(event.user) else { return false }
        return try event.post.map(isVisible) ?? true
    }

    /// Returns the first `limit` visible items of a list that can only be read from its beginning.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of items.
    ///   - query: Returns the visible ones among the first items, of which there are at most as
    ///     many as the given number, and the number of these items.
    /// - Returns: The items.
    /// - Throws: Any error thrown by `query`.
    private func first<Item>(
        _ limit: Int,
        _ query: (_ limit: Int) throws -> (items: [Item], count: Int)
    ) throws -> [Item] {
        var length = limit
        while true {
            let part = try query(length)
            guard part.items.count < limit, part.count == length else {
                return Array(part.items.prefix(max(0, limit)))
            }
            length *= 2
        }
    }

    /// Returns up to `limit` items, from as many parts as necessary.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of items.
    ///   - next: Returns the visible items of the next part with at most the given number of items,
    ///     and the number of all items in the part.
    /// - Returns: The items.
    /// - Throws: Any error thrown by `next`.
    private func filled<Item>(
        _ limit: Int,
        _ next: (_ limit: Int) throws -> (items: [Item], count: Int)
    ) throws -> [Item] {
        var items: [Item] = []
        while items.count < limit {
            let rest = limit - items.count
            let part = try next(rest)
            items += part.items
            guard part.count >= rest else { break }
        }
        return items
    }
}

extension ProfileView {
    fileprivate func without(followers: Int, following: Int) -> ProfileView {
        var profile = self
        profile.followerCount = max(0, followerCount - followers)
        profile.followingCount = max(0, followingCount - following)
        return profile
    }

    fileprivate func hidden(byViewer isBlocked: Bool, fromViewer isBlocking: Bool) -> ProfileView {
        var profile = self
        (profile.followedByViewer, profile.followsViewer) = (false, false)
        (profile.blockedByViewer, profile.blocksViewer) = (isBlocked, isBlocking)
        return profile
    }
}
