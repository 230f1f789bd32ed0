extension TimelineEngine {
    /// The posts that came since the viewer last looked, newest first.
    ///
    /// For one who never looked, that is the newest page. They stay new until a page that reaches what was seen
    /// before has been marked as shown.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func newPosts(
        for viewer: User.ID,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let position = try await readPosition(of: viewer)
        return try await timeline(
            of: viewer,
            before: cursor,
            after: position.newestSeen,
            limit: limit
        )
    }

    /// The page after the one that the viewer saw last; the newest page for one who never looked.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func resumedPage(for viewer: User.ID, limit: Int = 20) async throws -> TimelinePage {
        let position = try await readPosition(of: viewer)
        return try await timeline(of: viewer, before: position.lastShown, limit: limit)
    }

    /// How far a user has read the home timeline.
    public func readPosition(of user: User.ID) async throws -> ReadPosition {
        try await reads.run { [repository] in try repository.readPosition(of: user) }
    }

    /// Notes that a page of the home timeline was shown to its viewer.
    public func markShown(_ page: TimelinePage, to viewer: User.ID) async throws {
        guard !page.posts.isEmpty else { return }
        try await writes.run { [repository] in
            let position = try repository.readPosition(of: viewer)
            try repository.setReadPosition(position.showing(page), of: viewer)
        }
    }
}
