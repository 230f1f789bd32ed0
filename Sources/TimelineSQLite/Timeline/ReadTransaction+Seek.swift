import TimelineCore

extension ReadTransaction {
    /// Reads a shard with one seek in `post_author` per followed user.
    ///
    /// SQLite sorts the IDs by itself and leaves an author's posts as soon as the page holds
    /// `limit` newer ones, so the cost grows with the number of authors, not of posts: about 1.5 µs
    /// per author.
    func homeTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
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
