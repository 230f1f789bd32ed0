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
    /// feed. Posts that were already older than ``ValidatedBatch/newsAge`` on arrival are omitted.
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
