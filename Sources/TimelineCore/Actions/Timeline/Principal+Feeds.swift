extension Principal {
    /// Returns one page of a feed, newest posts first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// ```swift
    /// let first = try await session.page(of: .home)
    /// let second = try await session.page(of: .home, before: first.next)
    /// ```
    ///
    /// - Parameters:
    ///   - feed: The feed to read. ``Feed/home`` is the home timeline of the session's user.
    ///   - cursor: The post after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - after: A lower bound: every post on the page is newer than this post. `nil` means no
    ///     lower bound.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: ``TimelineError/userNotFound(_:)``, or ``TimelineError/notLoggedIn`` if the
    ///   session has ended or a guest reads ``Feed/home``.
    public func page(
        of feed: Feed,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        if case .home = feed {
            return try await authority.homePage(before: cursor, after: after, limit: limit) {
                (page, _, _, _) in page
            }
        }
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        return try await read { reader, _, viewer in
            let ids: [Post.ID]
            if case .user(let author) = feed {
                _ = try reader.requireUser(author)
                ids = try reader.postIDs(.by(author), in: range)
            } else {
                ids = try reader.postIDs(.all, in: range)
            }
            return try reader.page(ids, limit: limit, for: viewer)
                .positioned(after: cursor, at: reader.epoch())
        }
    }
}

extension UserSession {
    /// Returns one page of the home timeline: posts by the session's user and by everyone they
    /// follow and have not muted.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func timeline(
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await page(of: .home, before: cursor, after: after, limit: limit)
    }
}
