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
        guard connection.dialect == .sqlite else { return 1 }
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
    ///    users (`HomePlan.fewFollowed`), and otherwise a scan that falls back to seeks.
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
    /// - Throws: A database error.
    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        if connection.dialect == .postgres, shard == .whole {
            return try serverTimeline(of: viewer, in: range)
        }
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
    /// - Throws: A database error.
    package func scannedTimeline(
        of viewer: User.ID,
        in range: PostRange,
        budget: Int
    ) throws -> [Post.ID]? {
        try (self as? ReadTransaction)?.scanTimeline(of: viewer, in: range, budget: budget)
    }
}

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
    var scanBudget: Int? { followed < HomePlan.fewFollowed ? nil : followed * Self.postsPerSeek }

    /// Returns the number of shards into which the seeks are divided, at least 1.
    func shardCount(maximum: Int) -> Int { max(1, min(maximum, followed / Self.followedPerShard)) }
}

extension ReadTransaction {
    /// Reads the posts by the users in one shard with one seek in `post_author` per followed user.
    ///
    /// SQLite sorts the IDs itself and stops reading an author's posts once the page contains
    /// `limit` newer posts. The cost therefore grows with the number of authors, not with the
    /// number of posts, and is about 1.5 µs per author.
    ///
    /// `CROSS JOIN` and `INDEXED BY` fix the plan. The outer loop reads the followed users, which
    /// are a range of the primary key of `follow`. The inner loop reads the newest posts of each
    /// user, using only the index. Without these clauses, SQLite could scan all posts and test each
    /// author. The rows of the posts are read later, and only for the page.
    ///
    /// The followed users are divided by their row IDs modulo the number of shards, so the division
    /// is the same in every snapshot. The viewer's own posts are in the first shard. A separate
    /// `SELECT` reads them, because a list of authors that included the viewer would be a
    /// coroutine, which makes reading 3,000 authors 10% slower.
    ///
    /// - Parameters:
    ///   - shard: The part of the followed users to read, or `TimelineShard.whole` for all of them.
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    /// - Returns: The IDs, newest first, which are empty if the store does not contain the viewer.
    /// - Throws: A database error.
    func seekTimeline(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let reader = try snapshotInfo(for: viewer).viewer, reader.isVisible else { return [] }
        // A single shard needs no condition, which saves computing the modulo.
        let shardCondition = shard.count == 1 ? "" : "AND f.followed % CAST(?6 AS INTEGER) = ?5"
        let mutedCondition =
            reader.hasMuted ? "AND f.followed NOT IN (\(PrivateTables.mutedSQL(by: "?4")))" : ""
        return try statement(
            """
            SELECT p.id FROM follow f CROSS JOIN post p INDEXED BY post_author ON p.author = f.followed
            WHERE f.follower = ?4 \(shardCondition) \(mutedCondition)
                AND p.id < ?1 AND p.id > ?2
            UNION ALL
            SELECT id FROM post INDEXED BY post_author
            WHERE author = ?4 AND id < ?1 AND id > ?2 AND CAST(?5 AS INTEGER) % CAST(?6 AS INTEGER) = 0
            ORDER BY 1 DESC LIMIT ?3
            """
        )
        .all(range, reader.rowID, shard.index, shard.count) { $0.id(0) }
    }

    /// Returns the number of posts in the whole home timeline, by adding the counts of the authors.
    ///
    /// This requires one lookup in `user` per followed user, and reads no posts.
    func homePostCount(of viewer: User.ID) throws -> Int {
        guard let reader = try snapshotInfo(for: viewer).viewer, reader.isVisible else { return 0 }
        let mutedCondition =
            reader.hasMuted ? "AND f.followed NOT IN (\(PrivateTables.mutedSQL(by: "?1")))" : ""
        let count = connection.dialect.count("post_count", of: "user")
        return try statement(
            """
            SELECT \(count) + (
                SELECT coalesce(sum(\(count)), 0) FROM follow f CROSS JOIN user u ON u.id = f.followed
                WHERE f.follower = ?1 \(mutedCondition)
            ) FROM user u WHERE id = ?1
            """
        )
        .first(reader.rowID) { $0.int(0) } ?? 0
    }
}

extension ReadTransaction {
    /// Reads a page of the home timeline by scanning all posts, newest first, and testing each
    /// author against a bitmap.
    ///
    /// A scan is suitable for viewers that follow many users or very active users, because the page
    /// is full after a few posts, regardless of the number of followed users. The posts that the
    /// scan reads are added to the cache, even if the scan is abandoned.
    ///
    /// - Parameters:
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    ///   - budget: The maximum number of posts to read from the table. A cached post counts as a
    ///     fortieth of a post.
    /// - Returns: The IDs, newest first, or `nil` if the budget was spent before the page was full.
    /// - Throws: A database error.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        let info = try snapshotInfo(for: viewer)
        guard let reader = info.viewer, reader.isVisible else { return [] }
        let users = try followedUsers(of: reader, info)
        var scan = TimelineScan(range, by: users, budget: budget, info, in: tables)
        return try scan.page()
    }

    /// Returns the viewer and the users that the viewer follows and has not muted.
    ///
    /// Unless they are cached, the query reads one row of `follow` for each followed user, in a
    /// range of the primary key.
    private func followedUsers(
        of viewer: KnownViewer,
        _ info: SnapshotInfo
    ) throws -> UserBitmap {
        let rowID = viewer.rowID
        if let cached = info.cache.followed(by: rowID, at: info.epoch) { return cached }
        var users = UserBitmap()
        users.insert(rowID)
        let muted =
            viewer.hasMuted
            ? Set(try statement(PrivateTables.mutedSQL(by: "?")).all(rowID) { $0.int64(0) }) : []
        try statement("SELECT followed FROM follow WHERE follower = ?")
            .forEach(rowID) { row in
                let followed = row.int64(0)
                if !muted.contains(followed) { users.insert(followed) }
            }
        info.cache.insert(users, by: rowID, at: info.epoch)
        return users
    }
}
