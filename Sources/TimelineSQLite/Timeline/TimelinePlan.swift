/// A plan for reading the home timeline.
///
/// The cheaper plan depends on how many users the viewer follows and how often those post. Seeks
/// cost the same for every page: one for each followed user. A scan costs the number of posts
/// between two by followed users, times the length of the page. For the busiest 1,000 of 100,000
/// authors, a scan took 0.13 ms and seeks 1.6 ms; for 100 random ones, 20 ms against 0.35.
///
/// No statistics are stored. The scan is tried with a bounded budget, which measures the density
/// where it matters: at the top of this page.
package enum TimelinePlan: Hashable, Sendable {
    /// Reads the newest posts of each followed user, in parallel shards.
    case seek(shards: Int)
    /// Scans up to `budget` posts newest first, then falls back to ``seek(shards:)``.
    case scan(budget: Int, shards: Int)

    /// The number of followed users below which a seek is always cheaper than trying a scan.
    ///
    /// So many seeks cost about a tenth of a millisecond.
    static let fewFollowed = 64
    /// The number of followed users per shard that outweighs a second connection and thread.
    ///
    /// Below twice as many, one thread reads the page. Each connection has a page cache of its own,
    /// so two shards of 1,500 users took longer than one of 3,000 (decision 30).
    static let followedPerShard = 2000
    /// The scan's budget in posts per followed user.
    ///
    /// A seek costs as much as about eight scanned posts in memory, and far more if its pages are
    /// read from the file.
    static let postsPerSeek = 16

    /// Returns the plan for a viewer who follows `followed` users.
    ///
    /// The scan's budget costs about as much as the seeks, so a failed scan at most doubles the
    /// cost, and the density of the followed users' posts need not be stored.
    ///
    /// - Parameters:
    ///   - followed: the number of followed users.
    ///   - maximumShards: the maximum number of shards.
    /// - Returns: seeks below ``fewFollowed``, otherwise a scan; with at least one shard.
    static func choice(followed: Int, maximumShards: Int) -> TimelinePlan {
        let shards = max(1, min(maximumShards, followed / followedPerShard))
        if followed < fewFollowed { return .seek(shards: shards) }
        return .scan(budget: followed * postsPerSeek, shards: shards)
    }

    /// The number of shards that the seeks are divided into.
    package var shardCount: Int {
        switch self {
        case .seek(let shards), .scan(_, let shards): shards
        }
    }
}
