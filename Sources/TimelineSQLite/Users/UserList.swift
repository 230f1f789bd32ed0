import TimelineCore

/// Reads one page of users, ordered by displayed username.
///
/// With a search text, displayed usernames that start with it come first, then all others with the
/// text anywhere in the username or display name. The first part is a range of the index of names.
/// The second has two plans: reading names in order fills a page soon when many names match; the
/// trigram index finds the few when few match. So the first ``namesBeforeIndex`` names are read in
/// order, and the index serves the rest.
///
/// A cursor is the last displayed username of the page before. Whether it starts with the text
/// shows to which part it belongs, so no further state is needed. Decision 10 compares the plans.
///
/// Among the followers of a user, or the users they follow, all names are tested: SQLite reads the
/// follows and sorts them, which is bounded by their number.
struct UserList {
    /// The tables of the snapshot.
    let tables: SharedTables
    /// The scope, the search text, the cursor and the limit.
    let query: UserQuery

    /// The number of names that are read in order before the trigram index is used.
    ///
    /// Reading so many entries of an index takes a fraction of a millisecond.
    private static let namesBeforeIndex = 400
    /// The shortest text, in Unicode scalars, that a trigram index can find.
    ///
    /// Shorter texts match so many names that reading them in order fills a page.
    private static let shortestIndexedText = 3
    /// Above all usernames, which contain ASCII only.
    private static let end = "\u{10FFFF}"

    /// The page.
    ///
    /// The second part is read only if the first has not filled the page.
    ///
    /// - Throws: `DatabaseError`.
    func users() throws -> [User] {
        guard let text = query.searchText else { return try list(query) }
        var users: [User] = []
        var rest = query
        if query.after.map({ UserQuery.isPrefixMatch($0, for: text) }) ?? true {
            users = try list(query, between: text.prefixRange)
            rest.after = nil
            rest.limit -= users.count
        }
        return rest.limit > 0 ? try users + others(rest, containing: text) : users
    }

    /// Users with a text in their names, but not at the start of the username.
    ///
    /// The index is not used for a scope, for short texts, for texts with a NUL (which ends a
    /// string of FTS5's query language), and when fewer names are left than are read in order.
    private func others(_ query: UserQuery, containing text: String) throws -> [User] {
        guard case .everyone = query.scope,
            text.unicodeScalars.count >= Self.shortestIndexedText, !text.contains("\0"),
            let last = try name(after: query.after ?? "", skipping: Self.namesBeforeIndex)
        else { return try list(query, excludingPrefix: text) }
        let first = try list(query, between: ("", last + "\0"), excludingPrefix: text)
        return first.count >= query.limit ? first : try indexed(query, containing: text)
    }

    /// Reads names in order.
    ///
    /// The range of `user_shown_name` begins behind the cursor: no name sorts between a name and
    /// the same name with a NUL appended. The search key is tested inside the index, so names that
    /// do not match cost no row. The plus signs forbid SQLite to use the excluded range for the
    /// index.
    ///
    /// - Parameters:
    ///   - query: the scope, the search text, the cursor and the limit.
    ///   - names: the first name, and the end of the names, which is excluded.
    ///   - prefix: names that start with it are left out.
    /// - Returns: the page.
    /// - Throws: `DatabaseError`.
    private func list(
        _ query: UserQuery,
        between names: (start: String, end: String) = ("", end),
        excludingPrefix prefix: String? = nil
    ) throws -> [User] {
        let (join, subject) = try query.scope.join(tables)
        let excluded = prefix?.prefixRange
        return
            try tables.statement(
                """
                SELECT \(User.columns) FROM user u \(join)
                WHERE u.shown_name IS NOT NULL AND u.shown_name >= max(?2, ?3) AND u.shown_name < ?4
                    AND (?5 IS NULL OR instr(u.search_key, ?5) > 0)
                    AND (?7 IS NULL OR +u.shown_name < ?7 OR +u.shown_name >= ?8)
                ORDER BY u.shown_name LIMIT ?6
                """
            )
            .all(
                subject,
                query.after.map { $0 + "\0" } ?? "",
                names.start,
                names.end,
                query.searchText,
                query.limit,
                excluded?.start,
                excluded?.end
            ) { User($0) }
    }

    /// The displayed username that follows `count` others; `nil` if the store has fewer.
    ///
    /// Skips entries of the index, at most ``namesBeforeIndex``.
    private func name(after name: String, skipping count: Int) throws -> String? {
        try tables.statement(
            """
            SELECT shown_name FROM user WHERE shown_name IS NOT NULL AND shown_name > ?
            ORDER BY shown_name LIMIT 1 OFFSET ?
            """
        )
        .first(name, count) { $0.text(0) }
    }

    /// Finds names in the trigram index; the cost grows with the number of matches in the store.
    ///
    /// The inner query sorts the names of all matches, and the outer one reads complete rows for
    /// the page only.
    private func indexed(_ query: UserQuery, containing text: String) throws -> [User] {
        let excluded = text.prefixRange
        return
            try tables.statement(
                """
                WITH matching AS MATERIALIZED (
                    SELECT s.id, s.shown_name FROM user_search f CROSS JOIN user s ON s.id = f.rowid
                    WHERE f.user_search MATCH ?1 AND s.shown_name > ?2
                        AND (+s.shown_name < ?4 OR +s.shown_name >= ?5)
                    ORDER BY s.shown_name LIMIT ?3
                )
                SELECT \(User.columns) FROM matching CROSS JOIN user u ON u.id = matching.id
                ORDER BY matching.shown_name
                """
            )
            .all(
                // A string of FTS5's query language; quotation marks are doubled.
                "\"\(text.replacing("\"", with: "\"\""))\"",
                query.after ?? "",
                query.limit,
                excluded.start,
                excluded.end
            ) { User($0) }
    }
}

extension UserQuery.Scope {
    /// The join that restricts `u` to the scope, and the row ID or post ID for its `?1`.
    fileprivate func join(
        _ tables: SharedTables
    ) throws -> (sql: String, subject: any StatementArgument) {
        switch self {
        case .everyone: ("", nil as Int64?)
        case .followers(let id):
            (
                "JOIN follow f ON f.follower = u.id AND f.followed = ?1 AND f.is_set",
                try tables.rowID(of: id)
            )
        case .followed(let id):
            (
                "JOIN follow f ON f.followed = u.id AND f.follower = ?1 AND f.is_set",
                try tables.rowID(of: id)
            )
        case .likers(let post):
            ("JOIN post_like l ON l.user = u.id AND l.post = ?1 AND l.is_set", post)
        }
    }
}

extension String {
    /// The half-open range of the texts that start with this one.
    ///
    /// No text contains U+10FFFF, the last code point and no character.
    ///
    /// Texts are compared byte by byte in UTF-8, in which the order of code points is that of the
    /// bytes.
    var prefixRange: (start: String, end: String) { (self, self + "\u{10FFFF}\u{10FFFF}") }
}
