import TimelineCore
import TimelineSQL
import TimelineSQLite
import TimelineTestDoubles
import TimelineTestSupport

/// A way of reading home timelines, as tests force it on a repository.
struct ForcedPlan: Hashable, Sendable {
    let scanBudget: Int?
    let shards: Int

    /// Reads the newest posts of each followed user, in shards.
    static func seek(shards: Int) -> ForcedPlan { ForcedPlan(scanBudget: nil, shards: shards) }

    /// Scans posts within the budget, if the repository can, then falls back to ``seek(shards:)``.
    static func scan(budget: Int, shards: Int) -> ForcedPlan {
        ForcedPlan(scanBudget: budget, shards: shards)
    }
}

extension Repository {
    /// Returns a repository that reads home timelines with the given plan.
    ///
    /// If `plan` is `nil`, the repository chooses a plan itself.
    func reading(by plan: ForcedPlan?) -> any Repository {
        guard let plan else { return self }
        let scan: ForwardingRepository.HomePlan.Scan = { reader, viewer, range in
            guard let budget = plan.scanBudget else { return nil }
            return try reader.scannedTimeline(of: viewer, in: range, budget: budget)
        }
        return ForwardingRepository(self, plan: .init(shardCount: plan.shards, scan: scan))
    }
}

extension TestWorld {
    /// Returns the same store with a repository that reads home timelines with the given plan.
    func reading(by plan: ForcedPlan?) throws -> TestWorld {
        try with(repository: repository.reading(by: plan))
    }
}
