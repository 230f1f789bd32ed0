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
            position: try accounts.readPosition(of: viewer),
            newActivityCount: try social.newActivityCount(of: viewer, accounts)
        )
    }
}
