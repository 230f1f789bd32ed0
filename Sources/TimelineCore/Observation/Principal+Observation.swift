extension Principal {
    /// Observes the newest page of a feed.
    ///
    /// - Parameters:
    ///   - feed: the feed.
    ///   - limit: the maximum number of posts on the page.
    /// - Returns: the page, and a new page after each change.
    public func observe(_ feed: Feed, limit: Int = 20) -> TimelineObservation<TimelinePage> {
        observation { try await page(of: feed, limit: limit) }
    }

    /// Observes a post with its newest comments; ends when the post is deleted.
    ///
    /// - Parameters:
    ///   - post: the post.
    ///   - commentLimit: the maximum number of comments on the page; the post's `commentCount`
    ///     counts all.
    /// - Returns: the page, and a new page after each change.
    public func observe(
        _ post: Post.ID,
        commentLimit: Int = 100
    ) -> TimelineObservation<PostPage> {
        observation {
            do {
                return try await postPage(post, newestComments: commentLimit)
            } catch TimelineError.postNotFound {
                return nil
            }
        }
    }

    private func observation<Answer>(
        _ question: @escaping @Sendable () async throws -> Answer?
    ) -> TimelineObservation<Answer> {
        TimelineObservation(
            engine: engine,
            check: { try await read { _, _ in } },
            question: question
        )
    }
}
