extension UserSession {
    /// Returns one page of unread posts, newest first.
    ///
    /// For a user without a read position, this is the newest page of the timeline. A post stays
    /// unread until it lies on or between the pages passed to ``markShown(_:)``.
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
            // The page is full; this gap and older ones may contain more posts.
            if page.next != nil {
                return TimelinePage(posts, next: page.next, after: cursor)
            }
        }
        return TimelinePage(posts, next: nil, after: cursor)
    }

    /// Returns the page after the most recently shown one, or the newest page if there was none.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func resumedPage(limit: Int = 20) async throws -> TimelinePage {
        let position = try await readPosition()
        return try await timeline(before: position.lastShown, limit: limit)
    }

    /// Returns the read position of the session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func readPosition() async throws -> ReadPosition {
        try await readAccounts { try $0.readPosition(of: $1) }
    }

    /// Adds a page of the home timeline to the read position.
    ///
    /// Does nothing if the store is read-only, full or locked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``; ``TimelineError/storageFailed(_:)``.
    public func markShown(_ page: TimelinePage) async throws {
        guard !page.posts.isEmpty else { return }
        try await engine.note { social, accounts in
            let user = try requireUser(social, accounts)
            let position = try accounts.readPosition(of: user)
            try accounts.setReadPosition(position.showing(page), of: user)
        }
    }
}
