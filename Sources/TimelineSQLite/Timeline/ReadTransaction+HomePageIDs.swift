package import TimelineCore

extension ReadTransaction {
    /// Returns the IDs of one page of the home timeline, or the number of shards to read.
    ///
    /// The number of followed users determines the plan: a seek below 64
    /// (`TimelinePlan.fewFollowed`), and otherwise a scan that falls back to a seek. From 4,000 on
    /// (twice `TimelinePlan.followedPerShard`), the seek is divided into shards if several
    /// processors are available.
    ///
    /// A page is read in these steps:
    ///
    /// 1. `SnapshotInfo` provides the viewer's row with the number of followed users.
    /// 2. `TimelinePlan` chooses between seeks and a scan with a budget.
    /// 3. `TimelineScan` reads the newest posts by all users, from memory if they are cached, until
    ///    the page is full or `ScanBudget` is spent.
    /// 4. If the page is not full, one statement seeks the newest posts of each followed user.
    ///    TimelineCore reads the shards of a divided seek in parallel.
    ///
    /// Scans and seeks return the same IDs. A wrong plan takes more time but never omits posts,
    /// because the timeline is complete to any depth. Decision 24 explains the plan, and decision
    /// 21 explains why TimelineSQLite chooses it.
    ///
    /// - Parameters:
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    ///   - maximumShards: The maximum number of shards. If it is 1, the result contains the IDs.
    /// - Returns: The IDs, newest first, or the number of shards. Returns `nil` if the viewer does
    ///   not exist.
    /// - Throws: `SQLiteError`.
    func homePageIDs(
        of viewer: User.ID,
        in range: PostRange,
        maximumShards: Int
    ) throws -> HomePageIDs? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return nil }
        let plan = TimelinePlan.choice(
            followed: reader.followingCount,
            maximumShards: maximumShards
        )
        return try homePageIDs(of: viewer, in: range, by: plan)
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
    /// - Throws: `SQLiteError`.
    fileprivate func homePageIDs(
        of viewer: User.ID,
        in range: PostRange,
        by plan: TimelinePlan
    ) throws -> HomePageIDs {
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
    /// Runs ``TimelineReader/homePageIDs(of:in:maximumShards:)`` with the given plan, for tests.
    ///
    /// - Returns: The result, or `nil` if the reader belongs to another repository, which has no
    ///   plans.
    /// - Throws: `SQLiteError`.
    package func homePageIDs(
        of viewer: User.ID,
        in range: PostRange,
        forcing plan: TimelinePlan
    ) throws -> HomePageIDs? {
        try (self as? ReadTransaction)?.homePageIDs(of: viewer, in: range, by: plan)
    }
}
