extension SocialReader {
    /// Chooses between a scan and seeks by the number of followed users.
    public func homePage(
        of viewer: User.ID,
        in range: PostRange,
        processorCount: Int
    ) throws -> HomePage? {
        guard let count = try followingCount(of: viewer) else { return nil }
        let plan = TimelinePlan.choice(followed: count, processorCount: processorCount)
        return try homePage(of: viewer, in: range, by: plan)
    }

    /// Reads a page within the current snapshot, unless the plan needs several shards.
    ///
    /// The upper bound of shards is the newest post of this snapshot: each shard reads its own
    /// snapshot, and a post committed in between must not appear in one and be missing from
    /// another.
    func homePage(
        of viewer: User.ID,
        in range: PostRange,
        by plan: TimelinePlan
    ) throws -> HomePage {
        if case .scan(let budget, _) = plan,
            let ids = try scanTimeline(of: viewer, in: range, budget: budget)
        {
            return .page(try page(ids, limit: range.limit, for: viewer))
        }
        guard plan.shardCount > 1 else {
            let ids = try seekTimeline(of: viewer, shard: .whole, in: range)
            return .page(try page(ids, limit: range.limit, for: viewer))
        }
        let newest = PostRange(before: range.before, after: range.after, limit: 1)
        guard let bound = try postIDs(in: newest).first?.pushID.successor else {
            return .page(TimelinePage([], next: nil))
        }
        return .shards(
            plan.shardCount,
            PostRange(before: Post.ID(bound), after: range.after, limit: range.limit)
        )
    }
}
