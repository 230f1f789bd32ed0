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
struct TimelinePlan {
    /// The number of users that the viewer follows.
    let followed: Int

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

    /// The budget of a scan, which seeks follow if it is abandoned, or `nil` for seeks alone.
    ///
    /// With all pages in memory, a scan that is abandoned at the end of its budget costs twice as
    /// much as the seeks that follow, so the page takes at most three times as long as with seeks
    /// alone. This is rare: ``ScanBudget`` abandons a scan as soon as the page is unlikely to fill,
    /// often after 256 posts, which cost as much as 32 seeks. The density of the followed users'
    /// posts therefore does not have to be stored.
    var scanBudget: Int? { followed < Self.fewFollowed ? nil : followed * Self.postsPerSeek }

    /// Returns the number of shards into which the seeks are divided, at least 1.
    func shardCount(maximum: Int) -> Int { max(1, min(maximum, followed / Self.followedPerShard)) }
}
