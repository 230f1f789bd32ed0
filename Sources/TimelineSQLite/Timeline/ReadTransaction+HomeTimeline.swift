package import TimelineCore

extension ReadTransaction {
    /// Chooses between a scan and seeks by the number of followed users, and seeks when a scan for
    /// the same page has been abandoned.
    ///
    /// The steps of a page, each with the type that decides it:
    ///
    /// 1. `SnapshotInfo` returns the viewer's row with the number of followed users.
    /// 2. `TimelinePlan` chooses between seeks and a scan with a budget.
    /// 3. `TimelineScan` reads the newest posts of everyone, in memory as far as they are cached,
    ///    until the page is full or `ScanBudget` is spent.
    /// 4. Without a full page, one statement seeks the newest posts of each followed user; for many
    ///    users, several shards do, which Core reads in parallel.
    ///
    /// Both ways return the same IDs. A wrong plan costs time, never posts: the timeline is
    /// complete to any depth. Decision 24 explains the plan, decision 21 its place.
    ///
    /// - Parameters:
    ///   - viewer: the user whose home timeline to read.
    ///   - range: the range of the page.
    ///   - maximumShards: the maximum number of shards; with 1, the answer contains the IDs.
    /// - Returns: the IDs, newest first, or the number of shards; `nil` if the viewer does not
    ///   exist.
    /// - Throws: `DatabaseError`.
    func homeTimeline(
        of viewer: User.ID,
        in range: PostRange,
        maximumShards: Int
    ) throws -> HomeTimeline? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return nil }
        var plan = TimelinePlan.choice(
            followed: reader.followingCount,
            maximumShards: maximumShards
        )
        if info.cache.isAbandoned(range, for: reader.rowID, at: info.epoch) {
            plan = .seek(shards: plan.shardCount)
        }
        return try homeTimeline(of: viewer, in: range, by: plan)
    }

    /// Scans if the plan does, and then seeks; several shards of seeks are left to the caller.
    ///
    /// - Parameters:
    ///   - viewer: the user whose home timeline to read.
    ///   - range: the range of the page.
    ///   - plan: the plan.
    /// - Returns: the IDs, newest first, or the number of shards.
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
    /// Answers ``TimelineReader/homeTimeline(of:in:maximumShards:)`` with a forced plan, for
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
