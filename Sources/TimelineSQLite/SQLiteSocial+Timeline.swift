import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func followingCount(of viewer: User.ID) throws -> Int? {
        try one(
            "SELECT following_count FROM user WHERE uuid = ? AND username IS NOT NULL",
            viewer.data
        )
    }

    /// One seek in `post_author` for each followed user: SQLite leaves an author's posts as soon as the
    /// page holds newer ones.
    func seekTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let row = try row(of: viewer) else { return [] }
        let statement = try HotStatement(
            """
            SELECT p.id FROM follow f CROSS JOIN post p INDEXED BY post_author ON p.author = f.followed
            WHERE f.follower = ?1 AND f.is_set AND f.followed % ?2 = ?3 AND p.id < ?4 AND p.id > ?5
            ORDER BY p.id DESC LIMIT ?6
            """,
            in: database
        )
        statement.bind(row, at: 1)
        statement.bind(shard.count, at: 2)
        statement.bind(shard.index, at: 3)
        statement.bind(range.before.pushID, at: 4)
        statement.bind(range.lowerBound.pushID, at: 5)
        statement.bind(range.limit, at: 6)
        let followed: [Post.ID] = try statement.pushIDs()
        let own = shard.index == 0 ? try postIDs(by: viewer, in: range) : []
        return TimelineMerge.newest(range.limit, of: [followed, own])
    }
}
