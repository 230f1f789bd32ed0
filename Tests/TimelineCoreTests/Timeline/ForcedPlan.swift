import TimelineCore
import TimelineSQLite
import TimelineTestDoubles
import TimelineTestSupport

extension Repository {
    /// Returns a repository that reads home timelines with the given plan.
    ///
    /// A repository without plans, such as the in-memory repository, uses the number of shards in
    /// the plan. If `plan` is `nil`, the repository chooses a plan itself.
    func reading(by plan: TimelinePlan?) -> any Repository {
        guard let plan else { return self }
        return ForwardingRepository(self) { reader, viewer, range in
            try reader.homePageIDs(of: viewer, in: range, forcing: plan)
                ?? .shards(plan.shardCount)
        }
    }
}

extension TestWorld {
    /// Returns the same store with a repository that reads home timelines with the given plan.
    func reading(by plan: TimelinePlan?) throws -> TestWorld {
        try with(repository: repository.reading(by: plan))
    }
}

extension SocialReader {
    /// Returns the posts that a scan finds, or all posts if the repository does not support scans.
    ///
    /// Returns `nil` if the scan is abandoned.
    func scannedTimeline(
        of viewer: User.ID,
        in range: PostRange,
        budget: Int
    ) throws -> [Post.ID]? {
        let answer =
            try homePageIDs(of: viewer, in: range, forcing: .scan(budget: budget, shards: 2))
            ?? homePageIDs(of: viewer, in: range, maximumShards: 1)
        guard case .ids(let ids) = answer else { return nil }
        return ids
    }
}
