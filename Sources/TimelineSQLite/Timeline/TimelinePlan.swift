/// A plan for reading the home timeline.
///
/// The cheaper plan depends on how many users the viewer follows and how often those post.
package enum TimelinePlan: Hashable, Sendable {
    /// Reads the newest posts of each followed user, in parallel shards.
    case seek(shards: Int)
    /// Scans up to `budget` posts newest first, then falls back to ``seek(shards:)``.
    case scan(budget: Int, shards: Int)

    /// The number of followed users below which a seek is always cheaper than trying a scan.
    static let fewFollowed = 64
    /// The number of followed users per shard that outweighs the 30 to 50 µs of a second thread.
    static let followedPerShard = 500
    /// The scan's budget in posts per followed user.
    ///
    /// A seek costs as much as about eight scanned posts in memory, and far more if its pages are
    /// read from the file.
    static let postsPerSeek = 16

    /// Returns the plan for a viewer who follows `followed` users.
    ///
    /// The scan's budget costs about as much as the seeks, so a failed scan at most doubles the
    /// cost, and the density of the followed users' posts need not be stored.
    static func choice(followed: Int, processorCount: Int) -> TimelinePlan {
        let shards = max(1, min(processorCount, followed / followedPerShard))
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
