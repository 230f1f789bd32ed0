extension UserSession {
    /// Returns one page of the home timeline, along with the other data that the home screen shows.
    ///
    /// ```swift
    /// let home = try await session.home()
    /// try await session.markShown(home.page)
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, read in one snapshot unless the user follows thousands of users.
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func home(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> HomeOverview {
        try await authority.homePage(before: cursor, limit: limit, HomeOverview.init)
    }
}

extension Guest {
    /// Opens the session with the given token and returns one page of its user's home timeline.
    ///
    /// The session is opened in the snapshot of the page.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or never existed.
    public func home(
        for token: Session.Token,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> (session: UserSession, overview: HomeOverview) {
        let bearer = bearer(of: token)
        let (overview, found) = try await bearer.homePage(before: cursor, limit: limit) {
            (
                try HomeOverview($0, $1, $2, $3),
                try $2.session(token.sessionID)
            )
        }
        try await noteUse(of: found)
        let user = overview.viewer.id
        return (UserSession(of: user, credential: bearer.credential, engine: engine), overview)
    }
}

extension HomeOverview {
    /// Combines a page with the other data that the home screen shows.
    fileprivate init(
        _ page: TimelinePage,
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        _ viewer: User.ID
    ) throws {
        self.init(
            viewer: try social.requireUser(viewer),
            page: page,
            postCount: page.next == nil ? try social.homePostCount(of: viewer) : nil,
            comments: try social.newestComments(
                onEach: page.posts.filter { $0.commentCount > 0 }.map(\.id),
                limit: Self.commentLimit
            ),
            bookmarked: try accounts.bookmarked(among: page.posts.map(\.id), by: viewer),
            position: try accounts.readPosition(of: viewer),
            newActivityCount: try social.newActivityCount(of: viewer, accounts)
        )
    }
}

extension UserSession {
    /// Returns one page of new posts in the home timeline, newest first.
    ///
    /// For a user without a read position, the result is the newest page of the timeline.
    /// Otherwise, a post is new until it falls within the range of a page that is passed to
    /// ``markShown(_:)-(TimelinePage)``. A post that arrives later is new even within such a range,
    /// unless it was more than 30 days old on arrival.
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

    /// Marks a post and everything below it in the home timeline as read.
    ///
    /// Posts that are older but arrive later are new.
    ///
    /// - Parameter post: The ID of the post. If it does not exist, the next older post takes its
    ///   place, so that nobody can mark the future as read.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func markRead(upTo post: Post.ID) async throws {
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                let position = try accounts.readPosition(of: user)
                let end = PostRange(before: Post.ID(post.pushID.successor), limit: 1)
                guard let newest = try social.postIDs(.all, in: end).first else { return }
                let below = ReadInterval(Post.ID(.min)...newest, epoch: try social.epoch())
                let read = ReadPosition(
                    intervals: position.intervals + [below],
                    lastShown: position.lastShown
                )
                guard read != position else { return }
                try accounts.setReadPosition(read, of: user)
            }
        }
    }

    /// Returns the ID of the newest post that the user has read, or `nil` if they have not read any.
    ///
    /// Older posts may be unread. The post may have been deleted. The time of reading is not stored.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    package func readMarker() async throws -> Post.ID? {
        try await readPosition().intervals.last?.posts.upperBound
    }
}
