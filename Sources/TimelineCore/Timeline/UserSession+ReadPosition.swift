extension UserSession {
    /// One page of the posts that the user has not read, newest first.
    ///
    /// For a user who never read anything, that is the newest page of the timeline. A post stays unread until a
    /// page with it, or one around it, has been marked as shown.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func newPosts(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let position = try await readPosition()
        var posts: [PostView] = []
        for gap in position.gaps(before: cursor) {
            let page = try await timeline(
                before: gap.before,
                after: gap.after,
                limit: limit - posts.count
            )
            posts += page.posts
            // The page is full: there may be more in this gap and in older ones.
            if page.next != nil {
                return TimelinePage(posts: posts, next: page.next, before: cursor)
            }
        }
        return TimelinePage(posts: posts, next: nil, before: cursor)
    }

    /// The page after the one that the viewer saw last; the newest page for one who never looked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func resumedPage(limit: Int = 20) async throws -> TimelinePage {
        let position = try await readPosition()
        return try await timeline(before: position.lastShown, limit: limit)
    }

    /// Which posts of the home timeline the user has read.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func readPosition() async throws -> ReadPosition {
        try await readAccounts { try $0.readPosition(of: $1) }
    }

    /// Notes that a page of the home timeline was shown, unless the storage cannot be written to at once.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``; a failure of storage.
    public func markShown(_ page: TimelinePage) async throws {
        guard !page.posts.isEmpty else { return }
        try await engine.note { social, accounts in
            let user = try requireUser(social, accounts)
            let position = try accounts.readPosition(of: user)
            try accounts.setReadPosition(position.showing(page), of: user)
        }
    }
}
