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

    /// Everyone's posts downward; the look at each author is a bit.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]? {
        guard let row = try row(of: viewer) else { return [] }
        let followed = try followedUsers(of: row)
        let statement = try HotStatement(
            "SELECT id, author FROM post WHERE id < ? AND id > ? ORDER BY id DESC",
            in: database
        )
        statement.bind(range.before.pushID, at: 1)
        statement.bind(range.lowerBound.pushID, at: 2)
        var progress = ScanProgress(limit: range.limit, budget: budget)
        try statement.forEach { post in
            guard progress.takesAnother() else { return false }
            let author = post.int(1)
            if author == row || followed.contains(author) { progress.take(Post.ID(post.pushID(0))) }
            return true
        }
        return progress.isCutShort ? nil : progress.found
    }

    /// The users whom a user follows, read anew when the user's version is another.
    private func followedUsers(of follower: Int64) throws -> FollowedUsers {
        let version: Int64 =
            try one("SELECT following_version FROM user WHERE id = ?", follower) ?? 0
        if let users = followedUsers?.users(of: follower, version: version) { return users }
        let statement = try HotStatement(
            "SELECT followed FROM follow WHERE follower = ? AND is_set",
            in: database
        )
        statement.bind(follower, at: 1)
        var users = FollowedUsers()
        try statement.forEach { row in
            users.insert(row.int(0))
            return true
        }
        followedUsers?.keep(users, of: follower, version: version)
        return users
    }
}

/// How far a scan has come, and whether it is worth going on.
private struct ScanProgress {
    private let limit: Int
    private let budget: Int
    private var scanned = 0
    private(set) var found: [Post.ID] = []
    private(set) var isCutShort = false

    /// After how many posts it is asked whether the page will be full within the budget.
    private static let stride = 256

    init(limit: Int, budget: Int) {
        self.limit = limit
        self.budget = budget
        found.reserveCapacity(min(limit, 256))
    }

    mutating func take(_ id: Post.ID) { found.append(id) }

    /// Counts the next post; `false` when the page is full, or the scan is not worth its cost.
    mutating func takesAnother() -> Bool {
        guard found.count < limit else { return false }
        let isHopeless =
            scanned > 0 && scanned.isMultiple(of: Self.stride)
            && limit * scanned > budget * (found.count + 1)
        guard scanned < budget, !isHopeless else {
            isCutShort = true
            return false
        }
        scanned += 1
        return true
    }
}
