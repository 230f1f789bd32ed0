package import TimelineCore

extension ReadTransaction {
    /// Returns the number of shards in which to read a page of the home timeline.
    ///
    /// A page is divided if the viewer follows at least 4,000 users (twice
    /// `TimelinePlan.followedPerShard`), several processors are available, and a scan does not fill
    /// the page within its budget. The scan leaves its posts in the cache, where
    /// ``homeTimelineShard(_:of:in:)`` finds them.
    func homeShardCount(
        of viewer: User.ID,
        in range: PostRange,
        maximum: Int
    ) throws -> Int {
        let plan = try timelinePlan(for: viewer)
        let count = plan.shardCount(maximum: maximum)
        guard count > 1, let budget = plan.scanBudget else { return 1 }
        let isScanned = try scanTimeline(of: viewer, in: range, budget: budget) != nil
        return isScanned ? 1 : count
    }

    /// Returns the posts by the users in one shard of the home timeline.
    ///
    /// The whole timeline is read in these steps:
    ///
    /// 1. `SnapshotInfo` provides the viewer's row with the number of followed users.
    /// 2. `TimelinePlan` chooses between seeks and a scan with a budget: seeks below 64 followed
    ///    users (`TimelinePlan.fewFollowed`), and otherwise a scan that falls back to seeks.
    /// 3. `TimelineScan` reads the newest posts by all users, from memory if they are cached, until
    ///    the page is full or `ScanBudget` is spent.
    /// 4. If the page is not full, one statement seeks the newest posts of each followed user.
    ///
    /// One of several shards is read by seeks. Scans and seeks return the same IDs. A wrong plan
    /// takes more time but never omits posts, because the timeline is complete to any depth.
    /// Decision 24 explains the plan.
    ///
    /// - Parameters:
    ///   - shard: The part of the followed users to read.
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    /// - Returns: The IDs, newest first, which are empty if the store does not contain the viewer.
    /// - Throws: `SQLiteError`.
    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        if shard == .whole, let budget = try timelinePlan(for: viewer).scanBudget,
            let ids = try scanTimeline(of: viewer, in: range, budget: budget)
        {
            return ids
        }
        return try seekTimeline(shard, of: viewer, in: range)
    }

    private func timelinePlan(for viewer: User.ID) throws -> TimelinePlan {
        let reader = try snapshotInfo(for: viewer).viewer
        return TimelinePlan(followed: reader?.followingCount ?? 0)
    }
}

extension SocialReader {
    /// Reads a page of the home timeline by a scan with the given budget, for tests.
    ///
    /// - Returns: The IDs, newest first, or `nil` if the budget was spent before the page was full,
    ///   or if the reader belongs to another repository, which has no scans.
    /// - Throws: `SQLiteError`.
    package func scannedTimeline(
        of viewer: User.ID,
        in range: PostRange,
        budget: Int
    ) throws -> [Post.ID]? {
        try (self as? ReadTransaction)?.scanTimeline(of: viewer, in: range, budget: budget)
    }
}
