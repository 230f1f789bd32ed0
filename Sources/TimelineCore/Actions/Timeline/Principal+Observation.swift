/// An asynchronous sequence of answers to a query: the current answer first, then a new one after
/// each commit that changes the answer, including commits by other processes.
///
/// A single task polls the repository's epoch on behalf of all observers. The query runs again only
/// after shared data has changed. The sequence ends when the subject of the query is deleted. If
/// the iterating task is cancelled, the sequence throws `CancellationError`. Once the session has
/// ended, the sequence throws ``TimelineError/notLoggedIn`` before the next answer, or within half
/// a minute if nothing changes.
///
/// ```swift
/// for try await page in session.observe(.home) {
///     show(page.posts)
/// }
/// ```
public struct TimelineObservation<Result: Sendable & Equatable>: AsyncSequence, Sendable {
    let engine: TimelineEngine
    let check: @Sendable () async throws -> Void
    let question: @Sendable (Result?) async throws -> Result?

    /// Creates an observation.
    ///
    /// - Parameters:
    ///   - engine: The engine of the repository to observe.
    ///   - check: Throws an error if the session has ended.
    ///   - question: Runs the query, given the previous answer. Returns `nil` to end the
    ///     observation.
    package init(
        engine: TimelineEngine,
        check: @escaping @Sendable () async throws -> Void = {},
        question: @escaping @Sendable (Result?) async throws -> Result?
    ) {
        self.engine = engine
        self.check = check
        self.question = question
    }

    /// Returns an iterator over the answers.
    public func makeAsyncIterator() -> Iterator { Iterator(observation: self) }

    /// An iterator that waits for each new answer.
    public struct Iterator: AsyncIteratorProtocol {
        let observation: TimelineObservation
        private var epoch: Int?
        private var former: Result?
        private var hasEnded = false

        init(observation: TimelineObservation) {
            self.observation = observation
        }

        /// Waits for the next answer.
        ///
        /// Returns `nil` if the subject of the query was deleted.
        ///
        /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, `CancellationError`,
        ///   or a storage error.
        public mutating func next() async throws -> Result? {
            let engine = observation.engine
            while !hasEnded {
                try Task.checkCancellation()
                let seen = try await engine.epoch(after: epoch)
                let answer: Result?
                do {
                    guard seen != epoch else {
                        try await observation.check()
                        continue
                    }
                    answer = try await observation.question(former)
                } catch TimelineError.busy where epoch != nil {
                    // A full queue does not end the observation. Try again at the next poll.
                    try await engine.environment.pause(EpochWatch.interval)
                    continue
                }
                epoch = seen
                guard let answer else {
                    hasEnded = true
                    break
                }
                guard answer != former else { continue }
                former = answer
                return answer
            }
            return nil
        }
    }
}

extension Principal {
    /// Observes the newest page of a feed.
    ///
    /// - Parameters:
    ///   - feed: The feed to observe.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: An observation that yields the current page, then a new page after each change.
    public func observe(_ feed: Feed, limit: Int = 20) -> TimelineObservation<TimelinePage> {
        observation { _ in try await page(of: feed, limit: limit) }
    }

    /// Observes the posts that arrive in a feed.
    ///
    /// The first answer is the newest page of the feed. Each later answer contains all posts that
    /// have arrived since the previous answer, newest first, regardless of their position in the
    /// feed. Posts that were more than 30 days old on arrival are omitted.
    ///
    /// - Parameters:
    ///   - feed: The feed to observe.
    ///   - limit: The maximum number of posts on the first page.
    /// - Returns: An observation that yields the newest page, then a page of new posts after each
    ///   commit that added any.
    public func observeNewPosts(
        in feed: Feed,
        limit: Int = 20
    ) -> TimelineObservation<TimelinePage> {
        observation { former in
            guard let former, let epoch = former.epoch else {
                return try await page(of: feed, limit: limit)
            }
            let arrived = try await posts(arrivedIn: feed, after: epoch)
            return arrived.posts.isEmpty ? former : arrived
        }
    }

    /// Returns all posts in a feed that arrived after the given epoch.
    private func posts(arrivedIn feed: Feed, after epoch: Int) async throws -> TimelinePage {
        let everything = ReadInterval(Post.ID(.min)...Post.ID(.max), epoch: epoch)
        return try await read { reader, _, viewer in
            if case .user(let author) = feed { _ = try reader.requireUser(author) }
            let ids = try reader.newPostIDs(
                in: feed,
                of: viewer,
                since: ReadPosition(intervals: [everything]),
                in: PostRange(limit: .max)
            )
            return try reader.page(ids, limit: .max, for: viewer)
                .positioned(after: nil, at: reader.epoch())
        }
    }

    /// Observes the number of posts in a feed that are newer than the given post.
    ///
    /// Unlike a page, an answer occupies only a few bytes, so a server can maintain thousands of
    /// these observations.
    ///
    /// - Parameters:
    ///   - post: The ID of the post. Only newer posts are counted.
    ///   - feed: The feed to observe.
    ///   - limit: The maximum number of posts to count.
    /// - Returns: An observation that yields the current number and the newest post, then new
    ///   values after each change.
    public func observePosts(
        above post: Post.ID,
        in feed: Feed,
        limit: Int = 100
    ) -> TimelineObservation<PostsAbove> {
        observation { _ in
            let page = try await page(of: feed, after: post, limit: limit)
            return PostsAbove(count: page.posts.count, newest: page.posts.first?.id)
        }
    }

    /// Observes a post with its newest comments.
    ///
    /// The observation ends when the post is deleted.
    ///
    /// - Parameters:
    ///   - post: The post to observe.
    ///   - commentLimit: The maximum number of comments on the page. The post's `commentCount`
    ///     includes all comments.
    /// - Returns: An observation that yields the current page, then a new page after each change.
    public func observe(
        _ post: Post.ID,
        commentLimit: Int = 100
    ) -> TimelineObservation<PostPage> {
        observation { _ in
            do {
                return try await postPage(post, newestComments: commentLimit)
            } catch TimelineError.postNotFound {
                return nil
            }
        }
    }

    private func observation<Result>(
        _ question: @escaping @Sendable (Result?) async throws -> Result?
    ) -> TimelineObservation<Result> {
        TimelineObservation(
            engine: engine,
            check: { try await read { _, _, _ in } },
            question: question
        )
    }
}

/// The number of posts in a feed that are newer than a given post, and the newest of these posts.
///
/// ```swift
/// for try await above in session.observePosts(above: post.id, in: .home) {
///     show("\(above.count) new posts")
/// }
/// ```
public struct PostsAbove: Hashable, Sendable {
    /// The number of newer posts, up to the limit of the observation.
    public let count: Int
    /// The ID of the newest post, or `nil` if no post is newer than the given post.
    public let newest: Post.ID?
}

extension TimelineEngine {
    /// Reads the repository's epoch.
    ///
    /// This call is never rejected, even if the read queue is full.
    func epoch() async throws -> Int {
        try await reads.lane.run { [repository] in try repository.epoch() }
    }

    /// Waits until the epoch differs from `seen` or until it is time to check the session.
    ///
    /// If `seen` is `nil`, returns the current epoch immediately.
    func epoch(after seen: Int?) async throws -> Int {
        guard let seen else { return try await epoch() }
        return try await repository.lanes.watch.epoch(
            after: seen,
            reading: { try await epoch() },
            pausing: environment.pause
        )
    }
}
