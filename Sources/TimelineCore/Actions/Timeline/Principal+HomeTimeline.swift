extension Principal {
    /// Returns one page of the home timeline; tests may force a plan.
    ///
    /// The upper bound is fixed before the shards are read: each shard reads its own snapshot, and
    /// a post committed in between must not appear in one and be missing from another.
    package func homeTimeline(
        before cursor: Post.ID?,
        after: Post.ID?,
        limit: Int,
        plan forced: TimelinePlan? = nil
    ) async throws -> TimelinePage {
        let processors = engine.environment.processorCount
        let (viewer, plan, scanned) = try await read { reader, viewer in
            guard let viewer else { throw TimelineError.notLoggedIn }
            guard let plan = try forced ?? reader.plan(for: viewer, processors) else {
                throw TimelineError.userNotFound(viewer.description)
            }
            let bound = try cursor ?? Post.ID(reader.newestStamp().successor)
            let range = PostRange(before: bound, after: after, limit: limit)
            return (viewer, plan, try reader.firstPage(of: viewer, in: range, plan))
        }
        switch scanned {
        case .page(let page): return page.read(after: cursor)
        case .range(let range):
            let page = try await sharded(plan.shards, of: viewer, in: range)
            return page.read(after: cursor)
        }
    }

    /// Reads the shards in parallel, merges them by ID and loads the posts.
    private func sharded(
        _ shards: [TimelineShard],
        of viewer: User.ID,
        in range: PostRange
    ) async throws -> TimelinePage {
        try await engine.reads.lane.map(shards) { [repository = engine.repository] shard in
            try repository.read { try $0.seekTimeline(of: viewer, shard: shard, in: range) }
        } merge: { runs in
            let ids = TimelineMerge.newest(range.limit, of: runs)
            return try snapshot { try $0.page(ids, limit: range.limit, for: $1) }
        }
    }
}

/// The result of the first snapshot of a home timeline.
private enum FirstRead: Sendable {
    /// The finished page.
    case page(TimelinePage)
    /// The range to read in shards.
    case range(PostRange)
}

extension SocialReader {
    fileprivate func plan(for viewer: User.ID, _ processorCount: Int) throws -> TimelinePlan? {
        try followingCount(of: viewer)
            .map { .choice(followed: $0, processorCount: processorCount) }
    }

    /// Reads a page within the current snapshot, unless the plan needs shards.
    fileprivate func firstPage(
        of viewer: User.ID,
        in range: PostRange,
        _ plan: TimelinePlan
    ) throws -> FirstRead {
        if case .scan(let budget, _) = plan,
            let ids = try scanTimeline(of: viewer, in: range, budget: budget)
        {
            return .page(try page(ids, limit: range.limit, for: viewer))
        }
        guard plan.shards.count == 1 else { return .range(range) }
        let ids = try seekTimeline(of: viewer, shard: .whole, in: range)
        return .page(try page(ids, limit: range.limit, for: viewer))
    }
}
