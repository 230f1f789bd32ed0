package import TimelineCore

extension ReadTransaction {
    /// Returns the IDs of one page of the home timeline, or the number of shards to read.
    ///
    /// The number of followed users determines whether to scan or to seek.
    ///
    /// A page is read in these steps:
    ///
    /// 1. `SnapshotInfo` provides the viewer's row with the number of followed users.
    /// 2. `TimelinePlan` chooses between seeks and a scan with a budget.
    /// 3. `TimelineScan` reads the newest posts by all users, from memory if they are cached, until
    ///    the page is full or `ScanBudget` is spent.
    /// 4. If the page is not full, one statement seeks the newest posts of each followed user. For
    ///    many users, the seeks are divided into several shards, which TimelineCore reads in
    ///    parallel.
    ///
    /// Both methods return the same IDs. A wrong plan takes more time but never omits posts,
    /// because the timeline is complete to any depth. Decision 24 explains the plan, and decision
    /// 21 explains why TimelineSQLite chooses it.
    ///
    /// - Parameters:
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    ///   - maximumShards: The maximum number of shards. If it is 1, the result contains the IDs.
    /// - Returns: The IDs, newest first, or the number of shards. Returns `nil` if the viewer does
    ///   not exist.
    /// - Throws: `DatabaseError`.
    func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        maximumShards: Int
    ) throws -> HomeTimeline? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return nil }
        let plan = TimelinePlan.choice(
            followed: reader.followingCount,
            maximumShards: maximumShards
        )
        return try homeTimeline(of: viewer, in: range, by: plan)
    }

    /// Runs the plan's scan, if it has one, and then seeks if necessary.
    ///
    /// If the plan has several shards, the seeks are left to the caller.
    ///
    /// - Parameters:
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    ///   - plan: The plan to follow.
    /// - Returns: The IDs, newest first, or the number of shards.
    /// - Throws: `DatabaseError`.
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
        return .ids(try homeTimelineShard(.whole, of: viewer, in: range))
    }
}

extension SocialReader {
    /// Runs ``TimelineReader/homeTimeline(of:in:maximumShards:)`` with the given plan, for tests.
    ///
    /// - Returns: The result, or `nil` if the reader belongs to another repository, which has no
    ///   plans.
    /// - Throws: `DatabaseError`.
    package func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        forcing plan: TimelinePlan
    ) throws -> HomeTimeline? {
        try (self as? ReadTransaction)?.homeTimeline(of: viewer, in: range, by: plan)
    }
}
