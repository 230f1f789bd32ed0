import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func newestStamp() throws -> PushID {
        try (memory?.last?.moment ?? moment(of: nil)).newest
    }

    func user(_ id: User.ID) throws -> User? {
        try rows(
            "SELECT \(User.columns) FROM user u WHERE uuid = ? AND username IS NOT NULL",
            id.data,
            map: User.init(row:)
        )
        .first
    }

    func user(row: Int64) throws -> User? {
        let statement = try HotStatement(
            "SELECT \(User.columns) FROM user u WHERE id = ? AND username IS NOT NULL",
            in: database
        )
        statement.bind(row, at: 1)
        return try statement.first { User($0, at: 0) }
    }

    /// The same, remembered from any moment with this number of changed profiles.
    func user(row: Int64, profiles: Int64) throws -> User? {
        if let known = caches?.users.user(row, version: profiles) { return known }
        let user = try user(row: row)
        if let user { caches?.users.keep(user, row, version: profiles) }
        return user
    }

    func user(withUsername name: String) throws -> User? {
        try rows(
            "SELECT \(User.columns) FROM user u WHERE shown_name = ?",
            Username.normalized(name),
            map: User.init(row:)
        )
        .first
    }

    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView? {
        let viewer = try moment(of: viewer).viewer?.row
        return try rows(
            """
            SELECT \(User.columns), u.post_count, u.follower_count, u.following_count,
                EXISTS (SELECT 1 FROM follow WHERE follower = ?1 AND followed = u.id AND is_set),
                EXISTS (SELECT 1 FROM follow WHERE follower = u.id AND followed = ?1 AND is_set)
            FROM user u WHERE uuid = ?2 AND username IS NOT NULL
            """,
            viewer,
            id.data
        ) { row in
            let first = User.columnCount
            return ProfileView(
                user: User(row: row),
                postCount: row[first],
                followerCount: row[first + 1],
                followingCount: row[first + 2],
                followedByViewer: row[first + 3],
                followsViewer: row[first + 4]
            )
        }
        .first
    }

    func likers(of post: Post.ID, limit: Int) throws -> [User] {
        try rows(
            """
            SELECT \(User.columns) FROM post_like l JOIN user u ON u.id = l.user
            WHERE l.post = ? AND l.is_set ORDER BY u.shown_name LIMIT ?
            """,
            post.data,
            max(0, limit),
            map: User.init(row:)
        )
    }
}
