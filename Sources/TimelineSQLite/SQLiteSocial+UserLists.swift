import GRDB
import TimelineCore

extension SQLiteSocial {
    /// How many names a search goes through before it asks the index of their parts.
    ///
    /// A part that many names have fills a page sooner this way; one that few have is found sooner there.
    private static let namesBeforeIndex = 400
    /// The index knows parts of three characters and more.
    private static let shortestIndexedPart = 3

    func users(_ query: UserQuery) throws -> [User] {
        guard case .everyone = query.scope, let text = query.text else { return try list(query) }
        let part = UserQuery.searchKey(text)
        guard part.unicodeScalars.count >= Self.shortestIndexedPart, !part.contains("\0"),
            let last = try name(after: query.after ?? "", skipping: Self.namesBeforeIndex)
        else { return try list(query) }
        let first = try list(query, to: last)
        if first.count >= query.limit { return first }
        return try indexed(part, query)
    }

    /// Users by the name shown, gone through in that order.
    ///
    /// - Parameters:
    ///   - query: whose names, and which part of them.
    ///   - last: the last name to look at.
    /// - Returns: the page.
    /// - Throws: a failure of storage.
    private func list(_ query: UserQuery, to last: String = "\u{10FFFF}") throws -> [User] {
        let (join, scope) = scopeSQL(query.scope)
        return try rows(
            """
            SELECT \(User.columns) FROM user u \(join)
            WHERE u.shown_name IS NOT NULL AND u.shown_name > ?2 AND u.shown_name <= ?5
                AND (?3 IS NULL OR instr(u.search_key, ?3) > 0)
            ORDER BY u.shown_name LIMIT ?4
            """,
            try scope.flatMap(row(of:)),
            query.after ?? "",
            query.text.map { UserQuery.searchKey($0) },
            query.limit,
            last,
            map: User.init(row:)
        )
    }

    private func name(after name: String, skipping count: Int) throws -> String? {
        try one(
            """
            SELECT shown_name FROM user WHERE shown_name IS NOT NULL AND shown_name > ?
            ORDER BY shown_name LIMIT 1 OFFSET ?
            """,
            name,
            count
        )
    }

    /// The users whose names have a part, found in the index: the cost grows with how many there are.
    private func indexed(_ part: String, _ query: UserQuery) throws -> [User] {
        try rows(
            """
            WITH found AS MATERIALIZED (
                SELECT s.id, s.shown_name FROM user_search f CROSS JOIN user s ON s.id = f.rowid
                WHERE f.user_search MATCH ? AND s.shown_name > ? ORDER BY s.shown_name LIMIT ?
            )
            SELECT \(User.columns) FROM found CROSS JOIN user u ON u.id = found.id
            ORDER BY found.shown_name
            """,
            "\"\(part.replacing("\"", with: "\"\""))\"",
            query.after ?? "",
            query.limit,
            map: User.init(row:)
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
}
