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
        guard let part = query.searchText else { return try list(query) }
        var found: [User] = []
        var rest = query
        if query.after.map({ UserQuery.isPrefixMatch($0, for: part) }) ?? true {
            found = try list(query, Self.range(startingWith: part))
            rest.after = nil
            rest.limit -= found.count
        }
        return rest.limit > 0 ? try found + others(rest, part) : found
    }

    /// Users whose names have a part that they do not begin with.
    private func others(_ query: UserQuery, _ part: String) throws -> [User] {
        guard case .everyone = query.scope,
            part.unicodeScalars.count >= Self.shortestIndexedPart, !part.contains("\0"),
            let last = try name(after: query.after ?? "", skipping: Self.namesBeforeIndex)
        else { return try list(query, ("", Self.end), without: part) }
        let first = try list(query, ("", last + "\0"), without: part)
        return first.count >= query.limit ? first : try indexed(part, query)
    }

    private static let end = "\u{10FFFF}"

    /// Users by the name shown, gone through in that order.
    ///
    /// - Parameters:
    ///   - query: whose names, and which part of them.
    ///   - names: the least name, and the end of the names, which is not looked at.
    ///   - beginning: names that begin so are left out.
    /// - Returns: the page.
    /// - Throws: a failure of storage.
    private func list(
        _ query: UserQuery,
        _ names: (start: String, end: String) = ("", end),
        without beginning: String? = nil
    ) throws -> [User] {
        let (join, scope) = scopeSQL(query.scope)
        let statement = try HotStatement(
            """
            SELECT \(User.columns) FROM user u \(join)
            WHERE u.shown_name IS NOT NULL AND u.shown_name >= max(?2, ?3) AND u.shown_name < ?4
                AND (?5 IS NULL OR instr(u.search_key, ?5) > 0)
                \(beginning == nil ? "" : "AND (+u.shown_name < ?7 OR +u.shown_name >= ?8)")
            ORDER BY u.shown_name LIMIT ?6
            """,
            in: database
        )
        statement.bind(try scope.flatMap(row(of:)), at: 1)
        statement.bind(query.after.map { $0 + "\0" } ?? "", at: 2)
        statement.bind(names.start, at: 3)
        statement.bind(names.end, at: 4)
        statement.bind(query.searchText, at: 5)
        statement.bind(query.limit, at: 6)
        bind(beginning, statement)
        return try users(statement)
    }

    /// Binds the range of the names that begin so to the parameters 7 and 8.
    private func bind(_ beginning: String?, _ statement: HotStatement) {
        guard let beginning else { return }
        let range = Self.range(startingWith: beginning)
        statement.bind(range.start, at: 7)
        statement.bind(range.end, at: 8)
    }

    private func users(_ statement: HotStatement) throws -> [User] {
        var users: [User] = []
        try statement.forEach { row in
            users.append(User(row, at: 0))
            return true
        }
        return users
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
        let statement = try HotStatement(
            """
            WITH found AS MATERIALIZED (
                SELECT s.id, s.shown_name FROM user_search f CROSS JOIN user s ON s.id = f.rowid
                WHERE f.user_search MATCH ?1 AND s.shown_name > ?2
                    AND (+s.shown_name < ?7 OR +s.shown_name >= ?8)
                ORDER BY s.shown_name LIMIT ?3
            )
            SELECT \(User.columns) FROM found CROSS JOIN user u ON u.id = found.id
            ORDER BY found.shown_name
            """,
            in: database
        )
        statement.bind("\"\(part.replacing("\"", with: "\"\""))\"", at: 1)
        statement.bind(query.after ?? "", at: 2)
        statement.bind(query.limit, at: 3)
        bind(part, statement)
        return try users(statement)
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
