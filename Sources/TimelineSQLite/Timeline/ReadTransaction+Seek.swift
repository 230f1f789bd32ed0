import TimelineCore

extension ReadTransaction {
    /// Reads a shard with one seek in `post_author` per followed user.
    ///
    /// SQLite sorts the IDs by itself and leaves an author's posts as soon as the page holds
    /// `limit` newer ones, so the cost grows with the number of authors, not of posts: about 1.5 µs
    /// per author.
    ///
    /// `CROSS JOIN` and `INDEXED BY` fix the plan: the outer loop reads the followed users (a range
    /// of the primary key of `follow`), the inner one through the newest posts of each, from the
    /// index alone. Left to itself, SQLite could scan all posts and test each author. The rows of
    /// the posts are read later, for the page only.
    ///
    /// The followed users are divided by their row IDs modulo the number of shards, so every
    /// snapshot divides them alike. The viewer's own posts belong to the first shard.
    ///
    /// - Parameters:
    ///   - viewer: the user whose home timeline to read.
    ///   - shard: the part of the followed users; `TimelineShard.whole` for all.
    ///   - range: the range of the page.
    /// - Returns: the IDs, newest first; none for a viewer that the store has never seen.
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
