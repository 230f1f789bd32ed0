import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// The columns that ``user(from:)`` reads, in its order.
    static let userColumns =
        "u.id, u.uuid, u.shown_name, u.display_name, u.bio, u.url, u.avatar, u.username"

    /// The number of ``userColumns``.
    static let userColumnCount = 8

    func newestStamp() throws -> PushID {
        try rows("SELECT newest FROM clock") { $0.pushID(0) }.first.flatMap(\.self) ?? .min
    }

    func user(_ id: User.ID) throws -> User? {
        try rows(
            "SELECT \(Self.userColumns) FROM user u WHERE uuid = ? AND username IS NOT NULL",
            id.data,
            map: user(from:)
        )
        .first
    }

    func user(row: Int64) throws -> User? {
        try rows(
            "SELECT \(Self.userColumns) FROM user u WHERE id = ? AND username IS NOT NULL",
            row,
            map: user(from:)
        )
        .first
    }

    func user(named name: String) throws -> User? {
        try rows(
            "SELECT \(Self.userColumns) FROM user u WHERE shown_name = ?",
            name.drop { $0 == "@" }.lowercased(),
            map: user(from:)
        )
        .first
    }

    func user(from row: Row) throws -> User {
        User(
            id: User.ID(data: row[1]),
            username: row[2],
            displayName: row[3],
            bio: row[4],
            url: row[5],
            avatar: try Photo(json: row[6])
        )
    }

    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView? {
        let viewer = try viewer.flatMap(row(of:))
        return try rows(
            """
            SELECT \(Self.userColumns), u.post_count, u.follower_count, u.following_count,
                EXISTS (SELECT 1 FROM follow WHERE follower = ?1 AND followed = u.id AND is_set),
                EXISTS (SELECT 1 FROM follow WHERE follower = u.id AND followed = ?1 AND is_set)
            FROM user u WHERE uuid = ?2 AND username IS NOT NULL
            """,
            viewer,
            id.data
        ) { row in
            let first = Self.userColumnCount
            return ProfileView(
                user: try user(from: row),
                postCount: row[first],
                followerCount: row[first + 1],
                followingCount: row[first + 2],
                followedByViewer: row[first + 3],
                followsViewer: row[first + 4]
            )
        }
        .first
    }

    func users(_ query: UserQuery) throws -> [User] {
        let (join, scope) = scopeSQL(query.scope)
        return try rows(
            """
            SELECT \(Self.userColumns) FROM user u \(join)
            WHERE u.shown_name IS NOT NULL AND u.shown_name > ?2
                AND (?3 IS NULL OR instr(u.search_key, ?3) > 0)
            ORDER BY u.shown_name LIMIT ?4
            """,
            try scope.flatMap(row(of:)),
            query.after ?? "",
            query.text.map { UserQuery.searchKey($0) },
            query.limit,
            map: user(from:)
        )
    }

    private func scopeSQL(_ scope: UserQuery.Scope) -> (join: String, user: User.ID?) {
        switch scope {
        case .everyone: ("", nil)
        case .followers(let id):
            ("JOIN follow f ON f.follower = u.id AND f.followed = ?1 AND f.is_set", id)
        case .followed(let id):
            ("JOIN follow f ON f.followed = u.id AND f.follower = ?1 AND f.is_set", id)
        }
    }

    func likers(of post: Post.ID, limit: Int) throws -> [User] {
        try rows(
            """
            SELECT \(Self.userColumns) FROM post_like l JOIN user u ON u.id = l.user
            WHERE l.post = ? AND l.is_set ORDER BY u.shown_name LIMIT ?
            """,
            post.data,
            limit,
            map: user(from:)
        )
    }
}

extension Photo {
    /// Reads a photo kept as JSON.
    init?(json: String?) throws {
        guard let json else { return nil }
        self = try JSONDecoder().decode(Photo.self, from: Data(json.utf8))
    }

    /// The photo as JSON with sorted keys.
    var json: String { JSONText.of(self) }
}
