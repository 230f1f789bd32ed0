import TimelineCore

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
    /// - Throws: `SQLiteError`.
    func seekTimeline(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let reader = try snapshotInfo(for: viewer).viewer, reader.isVisible else { return [] }
        // A single shard needs no condition, which saves computing the modulo.
        let shardCondition = shard.count == 1 ? "" : "AND f.followed % ?6 = ?5"
        let mutedCondition =
            reader.hasMuted ? "AND f.followed NOT IN (\(PrivateTables.mutedSQL(by: "?4")))" : ""
        return try statement(
            """
            SELECT p.id FROM follow f CROSS JOIN post p INDEXED BY post_author ON p.author = f.followed
            WHERE f.follower = ?4 \(shardCondition) \(mutedCondition)
                AND p.id < ?1 AND p.id > ?2
            UNION ALL
            SELECT id FROM post INDEXED BY post_author
            WHERE author = ?4 AND id < ?1 AND id > ?2 AND ?5 % ?6 = 0
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
        return try statement(
            """
            SELECT post_count + (
                SELECT ifnull(sum(a.post_count), 0) FROM follow f CROSS JOIN user a ON a.id = f.followed
                WHERE f.follower = ?1 \(mutedCondition)
            ) FROM user WHERE id = ?1
            """
        )
        .first(reader.rowID) { $0.int(0) } ?? 0
    }
}
