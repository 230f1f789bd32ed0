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
        let request = HomeRequest(before: cursor, limit: limit, engine)
        return try await finish(try await readAccounts(request.answer), to: request)
    }

    /// Returns the overview in `answer`, or reads the page in shards if `answer` requires this.
    fileprivate func finish(
        _ answer: HomeRequest.Answer,
        to request: HomeRequest
    ) async throws -> HomeOverview {
        switch answer {
        case .overview(let overview): return overview
        case .shards(let count, let range, let epoch):
            return try await reading(shards: count, of: userID, in: range) { [userID] in
                try request.overview(showing: $0, at: epoch, of: userID, $1, $2)
            }
        }
    }
}

extension Guest {
    /// Opens the session with the given token and returns one page of its user's home timeline.
    ///
    /// The session is validated only once.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or never existed.
    public func home(
        for token: Session.Token,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> (session: UserSession, overview: HomeOverview) {
        let request = HomeRequest(before: cursor, limit: limit, engine)
        let (session, answer) = try await opening(token, request.answer)
        return (session, try await session.finish(answer, to: request))
    }
}

/// A request for a page of the home timeline.
private struct HomeRequest: Sendable {
    private let cursor: Post.ID?
    private let range: PostRange
    private let processorCount: Int

    init(before cursor: Post.ID?, limit: Int, _ engine: TimelineEngine) {
        self.cursor = cursor
        range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        processorCount = engine.environment.processorCount
    }

    /// The result of the first snapshot: a complete overview, or instructions for a sharded read.
    enum Answer {
        case overview(HomeOverview)
        /// Instructions for a sharded read: the number of shards, the range to read, and the epoch
        /// of the first snapshot, which the page has for the reason in
        /// `Principal.homeTimeline(before:after:limit:)`.
        case shards(Int, PostRange, epoch: Int)
    }

    /// Reads the page in the current snapshot, unless the repository divides the read into shards.
    @Sendable func answer(
        _ social: any SocialReader,
        _ accounts: any AccountReader,
        _ viewer: User.ID
    ) throws -> Answer {
        let epoch = try social.epoch()
        switch try social.homePage(of: viewer, in: range, maximumShards: processorCount) {
        case nil: throw TimelineError.userNotFound(viewer.description)
        case .page(let page):
            return .overview(try overview(showing: page, at: epoch, of: viewer, social, accounts))
        case .shards(let count, let range): return .shards(count, range, epoch: epoch)
        }
    }

    /// Combines the page with the other data that the home screen shows.
    func overview(
        showing page: TimelinePage,
        at epoch: Int,
        of viewer: User.ID,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> HomeOverview {
        HomeOverview(
            viewer: try social.requireUser(viewer),
            page: page.positioned(after: cursor, at: epoch),
            postCount: page.next == nil ? try social.homePostCount(of: viewer) : nil,
            comments: try social.newestComments(
                onEach: page.posts.filter { $0.commentCount > 0 }.map(\.id),
                limit: HomeOverview.commentLimit
            ),
            position: try accounts.readPosition(of: viewer),
            newActivityCount: try social.newActivityCount(of: viewer, accounts)
        )
    }
}
