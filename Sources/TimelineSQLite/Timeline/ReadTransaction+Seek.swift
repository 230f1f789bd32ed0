import TimelineCore

extension ReadTransaction {
    /// Reads a shard with one seek in `post_author` per followed user.
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
    /// is the same in every snapshot. The viewer's own posts are in the first shard.
    ///
    /// - Parameters:
    ///   - shard: The part of the followed users to read, or `TimelineShard.whole` for all of them.
    ///   - viewer: The ID of the viewer.
    ///   - range: The range of the page.
    /// - Returns: The IDs, newest first, which are empty if the store does not contain the viewer.
    /// - Throws: `DatabaseError`.
    func homeTimelineShard(
        _ shard: TimelineShard,
        of viewer: User.ID,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let reader = try snapshotInfo(for: viewer).viewer, reader.isVisible else { return [] }
        return try statement(
            """
            SELECT p.id FROM (
                SELECT ?4 AS user WHERE ?5 = 0 UNION ALL
                SELECT followed FROM follow WHERE follower = ?4 AND is_set AND followed % ?6 = ?5
            ) authors CROSS JOIN post p INDEXED BY post_author ON p.author = authors.user
            WHERE p.id < ?1 AND p.id > ?2
            ORDER BY p.id DESC LIMIT ?3
            """
        )
        .all(range, reader.rowID, shard.index, shard.count) { $0.id(0) }
    }
}
