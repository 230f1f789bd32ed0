import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func followingCount(of viewer: User.ID) throws -> Int? {
        try moment(of: viewer).viewer.flatMap { $0.isThere ? $0.followingCount : nil }
    }

    /// One seek in `post_author` for each followed user: SQLite leaves an author's posts as soon as the
    /// page holds newer ones.
    func seekTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let row = try moment(of: viewer).viewer?.row else { return [] }
        let part = shard == .whole ? "" : "AND followed % ?5 = ?6"
        let statement = try HotStatement(
            """
            SELECT p.id FROM (
                SELECT ?4 AS user WHERE ?6 = 0 UNION ALL
                SELECT followed FROM follow WHERE follower = ?4 AND is_set \(part)
            ) authors CROSS JOIN post p INDEXED BY post_author ON p.author = authors.user
            WHERE p.id < ?1 AND p.id > ?2
            ORDER BY p.id DESC LIMIT ?3
            """,
            in: database
        )
        statement.bind(range)
        statement.bind(row, at: 4)
        if shard != .whole { statement.bind(shard.count, at: 5) }
        statement.bind(shard.index, at: 6)
        return try statement.pushIDs()
    }
}
