extension Principal {
    /// Returns one page of the home timeline.
    ///
    /// A page read in shards has the epoch of the first snapshot, which determined its bound: posts
    /// that arrive later may be missing from the page, so they must count as new.
    func homeTimeline(
        before cursor: Post.ID?,
        after: Post.ID?,
        limit: Int
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        let processorCount = engine.environment.processorCount
        let (viewer, answer, epoch) = try await read { reader, viewer in
            guard let viewer else { throw TimelineError.notLoggedIn }
            let answer = try reader.homePage(
                of: viewer,
                in: range,
                maximumShards: processorCount
            )
            guard let answer else { throw TimelineError.userNotFound(viewer.description) }
            return (viewer, answer, try reader.epoch())
        }
        switch answer {
        case .page(let page): return page.positioned(after: cursor, at: epoch)
        case .shards(let count, let range):
            let page = try await reading(shards: count, of: viewer, in: range) { page, _, _ in
                page
            }
            return page.positioned(after: cursor, at: epoch)
        }
    }

    /// Reads the shards in parallel, merges their post IDs, loads the posts, and calls `query` in
    /// the snapshot from which the posts were loaded.
    func reading<Answer: Sendable>(
        shards count: Int,
        of viewer: User.ID,
        in range: PostRange,
        _ query:
            @escaping @Sendable (TimelinePage, any SocialReader, any AccountReader) throws -> Answer
    ) async throws -> Answer {
        let shards = (0..<count).map { TimelineShard(index: $0, count: count) }
        return try await engine.reads.lane.map(shards) { [repository = engine.repository] shard in
            try repository.read { try $0.homeTimelineShard(shard, of: viewer, in: range) }
        } merge: { runs in
            let ids = TimelineMerge.newest(range.limit, of: runs)
            return try snapshot { social, accounts, user in
                try query(social.page(ids, limit: range.limit, for: user), social, accounts)
            }
        }
    }
}
