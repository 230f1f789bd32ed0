import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func followingCount(of viewer: User.ID) throws -> Int {
        try one("SELECT following_count FROM user WHERE uuid = ?", viewer.data) ?? 0
    }

    /// One seek in `post_author` for each followed user: SQLite leaves an author's posts as soon as the
    /// page holds newer ones.
    func seekTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID] {
        guard let row = try row(of: viewer) else { return [] }
        let followed: [Post.ID] = try rows(
            """
            SELECT p.id FROM follow f CROSS JOIN post p INDEXED BY post_author ON p.author = f.followed
            WHERE f.follower = ?1 AND f.is_set AND f.followed % ?2 = ?3 AND p.id < ?4 AND p.id > ?5
            ORDER BY p.id DESC LIMIT ?6
            """,
            row,
            shard.count,
            shard.index,
            range.before.data,
            range.lower,
            range.limit
        ) { $0.identifier(0) }
        let own = shard.index == 0 ? try postIDs(by: viewer, in: range) : []
        return TimelineMerge.newest(range.limit, of: [followed, own])
    }

    /// Everyone's posts downward, no further than `budget` rows; the bound is an identifier, because a
    /// sub-query with a LIMIT would be kept and sorted first.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        guard let row = try row(of: viewer) else { return [] }
        let end = try rows(
            "SELECT id FROM post WHERE id < ? AND id > ? ORDER BY id DESC LIMIT 1 OFFSET ?",
            range.before.data,
            range.lower,
            budget
        ) { $0.pushID(0)?.data }
        .first.flatMap(\.self)
        let found: [Post.ID] = try rows(
            """
            SELECT p.id FROM post p
            WHERE p.id < ?2 AND p.id > ?3 AND (p.author = ?1 OR EXISTS (
                SELECT 1 FROM follow WHERE follower = ?1 AND followed = p.author AND is_set))
            ORDER BY p.id DESC LIMIT ?4
            """,
            row,
            range.before.data,
            end ?? range.lower,
            range.limit
        ) { $0.identifier(0) }
        return found.count < range.limit && end != nil ? nil : found
    }
}
