/// A plan for reading the home timeline.
///
/// The cheaper plan depends on the number of users that the viewer follows and on the number of
/// their posts. Seeks cost the same for every page: one seek for each followed user. The cost of a
/// scan is the number of posts between two posts by followed users, multiplied by the length of the
/// page. For the busiest 1,000 of 100,000 authors, a scan took 0.13 ms and seeks took 1.6 ms. For
/// 100 random authors, a scan took 20 ms and seeks took 0.35 ms.
///
/// No statistics are stored. Instead, a scan is tried with a limited budget, which measures the
/// density of posts at the top of the requested page.
package enum TimelinePlan: Hashable, Sendable {
    /// Reads the newest posts of each followed user, in parallel shards.
    case seek(shards: Int)
    /// Scans posts from newest to oldest within the budget, then falls back to ``seek(shards:)``.
    case scan(budget: Int, shards: Int)

    /// The number of followed users below which seeks are always cheaper than trying a scan.
    ///
    /// This many seeks take about a tenth of a millisecond.
    static let fewFollowed = 64
    /// The number of followed users per shard that justifies a second connection and thread.
    ///
    /// Below twice this number, one thread reads the page. Each connection has its own page cache,
    /// so two shards of 1,500 users took longer than one shard of 3,000 users (decision 30).
    static let followedPerShard = 2000
    /// The number of posts from the table that the scan's budget includes for each followed user.
    ///
    /// If all pages of the file are in memory, a seek costs about as much as scanning eight posts,
    /// so the whole budget costs twice as much as the seeks. If they are not, a seek costs far more
    /// than these posts, because a scan reads neighboring rows.
    static let postsPerSeek = 16

    /// Returns the plan for a viewer that follows the given number of users.
    ///
    /// With all pages in memory, a scan that is abandoned at the end of its budget costs twice as
    /// much as the seeks that follow, so the page takes at most three times as long as with seeks
    /// alone. This is rare: ``ScanBudget`` abandons a scan as soon as the page is unlikely to fill,
    /// often after 256 posts, which cost as much as 32 seeks. The density of the followed users'
    /// posts therefore does not have to be stored.
    ///
    /// - Parameters:
    ///   - followed: The number of followed users.
    ///   - maximumShards: The maximum number of shards.
    /// - Returns: Seeks for fewer than ``fewFollowed`` users, and otherwise a scan. The plan has at
    ///   least one shard.
    static func choice(followed: Int, maximumShards: Int) -> TimelinePlan {
        let shards = max(1, min(maximumShards, followed / followedPerShard))
        if followed < fewFollowed { return .seek(shards: shards) }
        return .scan(budget: followed * postsPerSeek, shards: shards)
    }

    /// The number of shards into which the seeks are divided.
    package var shardCount: Int {
        switch self {
        case .seek(let shards), .scan(_, let shards): shards
        }
    }
}
