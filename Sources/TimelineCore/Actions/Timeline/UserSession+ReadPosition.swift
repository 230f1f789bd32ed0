extension UserSession {
    /// Returns one page of new posts of the home timeline, newest first.
    ///
    /// For a user without a read position, this is the newest page of the timeline. A post stays
    /// new until it lies on or between the pages passed to ``markShown(_:)``. Posts that arrive
    /// later are new wherever they lie, unless they were over ``CheckedBatch/newsAge`` old then.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func newPosts(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await readAccounts { social, accounts, user in
            let position = try accounts.readPosition(of: user)
            let ids = try social.newPostIDs(in: .home, of: user, since: position, in: range)
            return try social.page(ids, limit: limit, for: user)
                .read(after: cursor, at: social.epoch())
        }
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
        try await readAccounts { _, accounts, user in try accounts.readPosition(of: user) }
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
            let epoch = try page.epoch ?? social.epoch()
            try accounts.setReadPosition(position.showing(page, at: epoch), of: user)
        }
    }
}
