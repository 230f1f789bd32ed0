extension UserSession {
    /// The posts that came since the viewer last looked, newest first.
    ///
    /// For one who never looked, that is the newest page. They stay new until a page that reaches what was seen
    /// before has been marked as shown.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func newPosts(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let position = try await readPosition()
        return try await timeline(
            before: cursor,
            after: position.newestSeen,
            limit: limit
        )
    }

    /// The page after the one that the viewer saw last; the newest page for one who never looked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func resumedPage(limit: Int = 20) async throws -> TimelinePage {
        let position = try await readPosition()
        return try await timeline(before: position.lastShown, limit: limit)
    }

    /// How far a user has read the home timeline.
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
        try await engine.reads.run {
            try engine.repository.writeAccountsIfPossible { social, accounts in
                let user = try requireUser(social, accounts)
                let position = try accounts.readPosition(of: user)
                try accounts.setReadPosition(position.showing(page), of: user)
            }
        }
    }
}
