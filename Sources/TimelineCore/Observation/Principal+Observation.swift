extension Principal {
    /// The newest page of a feed, and again whenever it changes.
    public func observe(_ feed: Feed, limit: Int = 20) -> TimelineObservation<TimelinePage> {
        observation { try await page(of: feed, limit: limit) }
    }

    /// A post with its newest comments, and again whenever it changes; ends when the post is deleted.
    ///
    /// - Parameters:
    ///   - post: which post.
    ///   - commentLimit: how many comments each page holds at most; `commentCount` of the post counts all.
    /// - Returns: one page after another.
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
