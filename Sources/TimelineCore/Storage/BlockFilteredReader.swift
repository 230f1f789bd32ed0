import Foundation

/// A snapshot as a viewer with blocks sees it: without the posts, comments and activity of the
/// users hidden from them, and without these users in lists.
///
/// Hidden users remain reachable by their ID or username, so that their profile can say why it is
/// empty. Counts of likes, comments and tags include them; the viewer's own followers do not.
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
        return profile.hidden(
            byViewer: hidden.blocked.contains(id),
            fromViewer: hidden.blocking.contains(id)
        )
    }

    func users(_ query: UserQuery) throws -> [User] {
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

    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID] {
        hidden.contains(author) ? [] : try base.postIDs(by: author, in: range)
    }

    func postIDs(in range: PostRange) throws -> [Post.ID] {
        try visible(in: range) { try base.postIDs(in: $0) }
    }

    func postIDs(tagged tag: Tag, in range: PostRange) throws -> [Post.ID] {
        try visible(in: range) { try base.postIDs(tagged: tag, in: $0) }
    }

    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID] {
        try visible(in: range) { try base.postIDs(near: vicinity, in: $0) }
    }

    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID] {
        try newest(limit) { limit in
            let ids = try base.popularPostIDs(at: now, since: since, limit: limit)
            return (try posts(ids, for: viewer).map(\.id), ids.count)
        }
    }

    /// Returns the IDs of a page without the posts by hidden users.
    private func visible(
        in range: PostRange,
        _ query: (PostRange) throws -> [Post.ID]
    ) throws -> [Post.ID] {
        var before = range.before
        return try filled(range.limit) { limit in
            let part = PostRange(before: before, after: range.after, limit: limit)
            let ids = try query(part)
            before = ids.last ?? before
            return (try posts(ids, for: viewer).map(\.id), ids.count)
        }
    }

    // MARK: Comments

    func comment(_ id: Comment.ID) throws -> Comment? {
        try base.comment(id).flatMap { hidden.contains($0.author) ? nil : $0 }
    }

    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView] {
        var after = after
        return try filled(limit) { limit in
            let comments = try base.comments(on: post, after: after, limit: limit)
            after = comments.last?.id ?? after
            return (comments.filter(isVisible), comments.count)
        }
    }

    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView] {
        let comments = try newest(limit) { limit in
            let comments = try base.newestComments(on: post, limit: limit)
            return (comments.filter(isVisible).reversed(), comments.count)
        }
        return comments.reversed()
    }

    func newestComments(
        onEach posts: [Post.ID],
        limit: Int
    ) throws -> [Post.ID: [CommentView]] {
        var comments = try base.newestComments(onEach: posts, limit: limit)
        for (post, some) in comments where !some.allSatisfy(isVisible) {
            let shown = try newestComments(on: post, limit: limit)
            comments[post] = shown.isEmpty ? nil : shown
        }
        return comments
    }

    private func isVisible(_ comment: CommentView) -> Bool { !hidden.contains(comment.author.id) }

    // MARK: Texts

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
    ///   - first: Returns the visible ones among the first items, of which there are at most as
    ///     many as the given number, and the number of these items.
    /// - Returns: The items.
    /// - Throws: Any error thrown by `first`.
    private func newest<Item>(
        _ limit: Int,
        _ first: (_ limit: Int) throws -> (items: [Item], count: Int)
    ) throws -> [Item] {
        var length = limit
        while true {
            let part = try first(length)
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
        ProfileView(
            user: user,
            postCount: postCount,
            followerCount: max(0, followerCount - followers),
            followingCount: max(0, followingCount - following),
            followedByViewer: followedByViewer,
            followsViewer: followsViewer
        )
    }

    fileprivate func hidden(byViewer isBlocked: Bool, fromViewer isBlocking: Bool) -> ProfileView {
        ProfileView(
            user: user,
            postCount: postCount,
            followerCount: followerCount,
            followingCount: followingCount,
            followedByViewer: false,
            followsViewer: false,
            blockedByViewer: isBlocked,
            blocksViewer: isBlocking
        )
    }
}
