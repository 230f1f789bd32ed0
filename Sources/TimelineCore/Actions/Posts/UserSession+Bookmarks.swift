extension UserSession {
    /// Bookmarks a post, or does nothing if the user has bookmarked it already.
    ///
    /// Bookmarks are private: only the user's own devices receive them. Of each user, a store keeps
    /// the 10,000 that changed last.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)`` or ``TimelineError/notLoggedIn``.
    public func bookmark(_ post: Post.ID) async throws { try await setBookmarked(true, post) }

    /// Removes a bookmark, even if the post has been deleted, or does nothing if the post is not
    /// bookmarked.
    ///
    /// - Throws: ``TimelineError/postNotFound(_:)`` if the user has never bookmarked the post and it
    ///   does not exist, or ``TimelineError/notLoggedIn``.
    public func unbookmark(_ post: Post.ID) async throws { try await setBookmarked(false, post) }

    private func setBookmarked(_ isSet: Bool, _ post: Post.ID) async throws {
        let time = engine.environment.now().millisecondsSince1970
        try await engine.writes.run {
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                let former = try accounts.bookmark(of: post, by: user)
                if isSet || former == nil { _ = try social.visible(to: user).requirePost(post) }
                guard (former?.isSet ?? false) != isSet else { return }
                let change = Bookmark(
                    post,
                    isSet: isSet,
                    milliseconds: time.later(than: former?.milliseconds),
                    replacing: former
                )
                try accounts.setBookmarks([change], of: user)
            }
        }
    }
}

extension UserSession {
    /// Returns one page of the posts that the user has bookmarked, most recently bookmarked first.
    ///
    /// Posts that were bookmarked in the same millisecond are in the order of their IDs. Deleted
    /// posts, and those that a block hides, are omitted.
    ///
    /// - Parameters:
    ///   - cursor: The post after which the page starts, or `nil` for the first page. It may have
    ///     been deleted, or its bookmark removed. If it has been bookmarked again, the page starts
    ///     at its new place, and if it has no place, at the beginning; posts are then repeated, but
    ///     none is skipped.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func bookmarks(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let page = try await bookmarks(between: cursor, and: nil, isUpward: false, limit: limit)
        return TimelinePage(page.items, next: page.next, after: cursor, epoch: page.epoch)
    }

    /// Returns one page of bookmarks between two posts of the list, most recently bookmarked first.
    ///
    /// - Parameters:
    ///   - upper: The post below which the page is, or `nil`.
    ///   - lower: The post above which the page is, or `nil`.
    ///   - isUpward: Whether the page has the posts directly above the lower one instead of the first
    ///     ones.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page. A post without a place in the list bounds nothing.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func bookmarks(
        between upper: Post.ID?,
        and lower: Post.ID?,
        isUpward: Bool,
        limit: Int
    ) async throws -> TimelinePage {
        try await read { social, accounts, user in
            let list = try accounts.bookmarkList(of: user)
            let start = list.firstIndex { $0.post == upper }.map { $0 + 1 } ?? 0
            let end = list.firstIndex { $0.post == lower }
            let part = list[start..<max(start, end ?? list.endIndex)]
            guard isUpward, end != nil else {
                let posts = try social.posts(bookmarked: part, limit: limit, for: user)
                let next = posts.count == limit ? posts.last?.id : nil
                return TimelinePage(posts, next: next, epoch: try social.epoch())
            }
            let posts = try social.posts(bookmarked: part.reversed(), limit: limit, for: user)
            return TimelinePage(posts.reversed(), next: posts.first?.id, epoch: try social.epoch())
        }
    }

    /// Returns those of the given posts that the user has bookmarked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func bookmarked(among posts: [Post.ID]) async throws -> Set<Post.ID> {
        try await read { _, accounts, user in try accounts.bookmarked(among: posts, by: user) }
    }
}

extension AccountReader {
    /// Returns all registers of a user, also those of removed bookmarks, most recently bookmarked
    /// first.
    fileprivate func bookmarkList(of user: User.ID) throws -> [Bookmark] {
        try bookmarks(of: user).sorted { ($0.listedAt, $0.post) > ($1.listedAt, $1.post) }
    }
}

extension SocialReader {
    /// Returns the first visible posts of a list of registers, at most `limit`.
    fileprivate func posts(
        bookmarked list: some Collection<Bookmark>,
        limit: Int,
        for viewer: User.ID
    ) throws -> [PostView] {
        var posts: [PostView] = []
        var rest = list.filter(\.isSet).map(\.post)[...]
        while posts.count < limit, !rest.isEmpty {
            let part = rest.prefix(limit - posts.count)
            rest = rest.dropFirst(part.count)
            posts += try self.posts(Array(part), for: viewer)
        }
        return posts
    }
}

extension UserSession {
    /// Returns one page of the posts that the user likes, most recently liked first.
    ///
    /// Deleted posts, and those that a block hides, are omitted.
    ///
    /// - Parameters:
    ///   - cursor: The post after which the page starts, or `nil` for the first page. If the user
    ///     no longer likes it, or likes it again, the page starts at the time of this change, and if
    ///     it has been deleted, at the beginning; posts are then repeated, but none is skipped.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    public func likedPosts(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let page = try await likedPosts(between: cursor, and: nil, isUpward: false, limit: limit)
        return TimelinePage(page.items, next: page.next, after: cursor, epoch: page.epoch)
    }

    /// Returns one page of liked posts between two posts of the list, most recently liked first.
    ///
    /// - Parameters:
    ///   - upper: The post below which the page is, or `nil`.
    ///   - lower: The post above which the page is, or `nil`.
    ///   - isUpward: Whether the page has the posts directly above the lower one instead of the first
    ///     ones.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page. A post that has been deleted bounds nothing.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func likedPosts(
        between upper: Post.ID?,
        and lower: Post.ID?,
        isUpward: Bool,
        limit: Int
    ) async throws -> TimelinePage {
        try await read { social, _, user in
            let top = try upper.flatMap { try social.likeStamp(of: $0, by: user) } ?? .max
            let bottom = try lower.flatMap { try social.likeStamp(of: $0, by: user) }
            guard isUpward, let bottom else {
                let likes = try social.likes(by: user, beyond: top, ascending: false, limit: limit)
                let ids = likes.prefix { $0.stamp > bottom ?? .min }.map(\.post)
                return try social.page(ids, limit: limit, for: user)
                    .positioned(after: nil, at: social.epoch())
            }
            let likes = try social.likes(by: user, beyond: bottom, ascending: true, limit: limit)
            let ids = likes.prefix { $0.stamp < top }.map(\.post)
            let posts = try social.posts(ids.reversed(), for: user)
            return TimelinePage(posts, next: ids.first, epoch: try social.epoch())
        }
    }
}

extension SocialReader {
    /// Returns the stamp of a user's newest like or unlike of a post, or `nil` if there is none.
    fileprivate func likeStamp(of post: Post.ID, by user: User.ID) throws -> PushID? {
        try record(setting: .like(user, post: post))?.stamp
    }
}
