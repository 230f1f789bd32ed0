package import TimelineCore

extension ReadTransaction {
    /// Chooses between a scan and seeks by the number of followed users, and seeks when a scan for
    /// the same range has been abandoned.
    func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        processorCount: Int
    ) throws -> HomeTimeline? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return nil }
        var plan = TimelinePlan.choice(
            followed: reader.followingCount,
            processorCount: processorCount
        )
        if info.cache.isAbandoned(range, for: reader.rowID, at: info.epoch) {
            plan = .seek(shards: plan.shardCount)
        }
        return try homeTimeline(of: viewer, in: range, by: plan)
    }

    /// Scans if the plan does, and then seeks; several shards of seeks are left to the caller.
    fileprivate func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        by plan: TimelinePlan
    ) throws -> HomeTimeline {
        if case .scan(let budget, _) = plan,
            let ids = try scanTimeline(of: viewer, in: range, budget: budget)
        {
            return .ids(ids)
        }
        guard plan.shardCount == 1 else { return .shards(plan.shardCount) }
        return .ids(try homeTimeline(of: viewer, shard: .whole, in: range))
    }
}

extension SocialReader {
    /// Answers ``TimelineReader/homeTimeline(of:in:processorCount:)`` with a forced plan, for
    /// tests.
    ///
    /// - Returns: `nil` for a reader of another repository, which has no plans.
    /// - Throws: `DatabaseError`.
    package func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        forcing plan: TimelinePlan
    ) throws -> HomeTimeline? {
        try (self as? ReadTransaction)?.homeTimeline(of: viewer, in: range, by: plan)
    }
}
