extension Principal {
    /// Returns one page of the home timeline.
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
                processorCount: processorCount
            )
            guard let answer else { throw TimelineError.userNotFound(viewer.description) }
            return (viewer, answer, try reader.epoch())
        }
        switch answer {
        case .page(let page): return page.read(after: cursor, at: epoch)
        case .shards(let count, let range):
            let page = try await page(inShards: count, of: viewer, in: range)
            return page.read(after: cursor, at: epoch)
        }
    }

    /// Reads the shards of a timeline in parallel, merges them by post ID and loads the posts.
    private func page(
        inShards count: Int,
        of viewer: User.ID,
        in range: PostRange
    ) async throws -> TimelinePage {
        let shards = (0..<count).map { TimelineShard(index: $0, count: count) }
        return try await engine.reads.lane.map(shards) { [repository = engine.repository] shard in
            try repository.read { try $0.homeTimeline(of: viewer, shard: shard, in: range) }
        } merge: { runs in
            let ids = TimelineMerge.newest(range.limit, of: runs)
            return try snapshot { try $0.page(ids, limit: range.limit, for: $1) }
        }
    }
}
