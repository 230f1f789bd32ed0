import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func followingCount(of viewer: User.ID) throws -> Int? {
        let statement = try HotStatement(
            "SELECT following_count FROM user WHERE uuid = ? AND username IS NOT NULL",
            in: database
        )
        statement.bind(viewer.data, at: 1)
        return try statement.first { Int($0.int(0)) }
    }

    /// One seek in `post_author` for each followed user: SQLite leaves an author's posts as soon as the
    /// page holds newer ones.
    func seekTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let row = try row(of: viewer) else { return [] }
        let part = shard == .whole ? "" : "AND f.followed % ?5 = ?6"
        let statement = try HotStatement(
            """
            SELECT p.id FROM follow f CROSS JOIN post p INDEXED BY post_author ON p.author = f.followed
            WHERE f.follower = ?4 AND f.is_set AND p.id < ?1 AND p.id > ?2 \(part)
            ORDER BY p.id DESC LIMIT ?3
            """,
            in: database
        )
        statement.bind(range)
        statement.bind(row, at: 4)
        if shard != .whole {
            statement.bind(shard.count, at: 5)
            statement.bind(shard.index, at: 6)
        }
        let followed: [Post.ID] = try statement.pushIDs()
        let own = shard.index == 0 ? try postIDs(by: row, in: range) : []
        return TimelineMerge.newest(range.limit, of: [followed, own])
    }
}
