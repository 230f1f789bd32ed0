extension UserSession {
    /// Returns one page of new posts in the home timeline, newest first.
    ///
    /// For a user without a read position, the result is the newest page of the timeline.
    /// Otherwise, a post is new until it falls within the range of a page that is passed to
    /// ``markShown(_:)-(TimelinePage)``. A post that arrives later is new even within such a range,
    /// unless it was older than ``ValidatedBatch/newsAge`` on arrival.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func newPosts(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { social, accounts, user in
            let position = try accounts.readPosition(of: user)
            let ids = try social.newPostIDs(in: .home, of: user, since: position, in: range)
            return try social.page(ids, limit: limit, for: user)
                .positioned(after: cursor, at: social.epoch())
        }
    }

    /// Returns the page that follows the most recently shown page, or the newest page if no page
    /// has been shown.
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
        try await read { _, accounts, user in try accounts.readPosition(of: user) }
    }

    /// Marks a page of the home timeline as shown by adding its range to the read position.
    ///
    /// Does nothing if the page is empty or has been shown before, or if the store is read-only,
    /// full or locked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or ``TimelineError/storageFailed(_:)``.
    public func markShown(_ page: TimelinePage) async throws {
        guard !page.posts.isEmpty else { return }
        // Reading is cheaper than a transaction that writes nothing.
        let isKnown = try await read { social, accounts, user in
            let position = try accounts.readPosition(of: user)
            return try position.showing(page, at: page.epoch ?? social.epoch()) == position
        }
        guard !isKnown else { return }
        try await engine.writeBestEffort { social, accounts in
            let user = try requireUser(social, accounts)
            let position = try accounts.readPosition(of: user)
            let epoch = try page.epoch ?? social.epoch()
            try accounts.setReadPosition(position.showing(page, at: epoch), of: user)
        }
    }
}
