extension UserSession {
    /// Returns one page of the home timeline with everything that is shown beside it.
    ///
    /// ```swift
    /// let home = try await session.home()
    /// try await session.markShown(home.page)
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The post after which the page starts; `nil` for the newest page.
    ///   - limit: The maximum number of posts.
    /// - Returns: The page, read in one snapshot unless the user follows thousands.
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func home(
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> HomeOverview {
        let request = HomeRequest(before: cursor, limit: limit, engine)
        return try await finish(try await readAccounts(request.answer), to: request)
    }

    /// Reads the shards of a page, if there are any.
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
    /// Opens the session with a token, and returns a page of its user's home timeline, with one
    /// check of the session.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended or never existed.
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

    /// The first answer.
    enum Answer {
        case overview(HomeOverview)
        /// The number of shards to read, the range to read, and the epoch of the first snapshot.
        case shards(Int, PostRange, epoch: Int)
    }

    /// Reads the page within the current snapshot, unless the repository divides the read.
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

    /// Adds the facts that are shown beside a page.
    func overview(
        showing page: TimelinePage,
        at epoch: Int,
        of viewer: User.ID,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> HomeOverview {
        HomeOverview(
            viewer: try social.requireUser(viewer),
            page: page.read(after: cursor, at: epoch),
            comments: try social.newestComments(
                onEach: page.posts.filter { $0.commentCount > 0 }.map(\.id),
                limit: HomeOverview.commentLimit
            ),
            position: try accounts.readPosition(of: viewer),
            newActivityCount: try social.newActivityCount(of: viewer, accounts)
        )
    }
}
