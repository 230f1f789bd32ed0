import TimelineCore

/// A query for one page of users, ordered by displayed username.
///
/// With a search string, displayed usernames that start with it come first, followed by all other
/// users whose username or display name contains it. The first part is a range of the index of
/// usernames. For the second part, two plans are possible. Reading names in order fills a page
/// quickly if many names match, whereas the trigram index is better at finding few matches.
/// Therefore, the first ``namesBeforeIndex`` names are read in order, and the index is used for the
/// rest.
///
/// A cursor is the last displayed username on the previous page. It belongs to the first part if it
/// starts with the search string, so no further state is needed. Decision 10 compares the plans.
///
/// If the query is limited to a user's followers or to the users that a user follows, all names are
/// tested. SQLite reads and sorts these follows, so the cost grows with their number.
struct UserList {
    /// The tables of the snapshot.
    let tables: SharedTables
    /// The scope, the search string, the cursor and the limit.
    let query: UserQuery

    /// The number of names to read in order before the trigram index is used.
    ///
    /// Reading this many entries of an index takes a fraction of a millisecond.
    private static let namesBeforeIndex = 400
    /// The minimum length of a string that the trigram index can find, in Unicode scalars.
    ///
    /// Shorter strings match so many names that reading them in order fills a page.
    private static let shortestIndexedText = 3
    /// An upper bound of all usernames, which contain only ASCII characters.
    private static let end = "\u{10FFFF}"
    /// What makes a name the lowest text above it, because no name contains a control character.
    private static let next = "\u{1}"

    /// Returns the users on the page.
    ///
    /// The second part is read only if the first part does not fill the page.
    func users() throws -> [User] {
        guard let text = query.searchText else { return try list(query) }
        var users: [User] = []
        var rest = query
        let isRemote = tables.connection.memory != nil
        if query.after.map({ UserQuery.isPrefixMatch($0, for: text) }) ?? true {
            users = try list(query, between: text.prefixRange)
            rest.after = nil
            // The other names are foreseen before the number of these is known.
            if !isRemote { rest.limit -= users.count }
        }
        guard users.count < query.limit else { return users }
        return try Array((users + others(rest, containing: text)).prefix(query.limit))
    }

    /// Returns users whose names contain a string, but not at the start of the username.
    ///
    /// The index is not used for a limited scope, for short texts, for texts with a null character
    /// (which ends a string in FTS5's query language), or if few enough names remain to be read in
    /// order.
    private func others(_ query: UserQuery, containing text: String) throws -> [User] {
        guard tables.connection.dialect == .sqlite, case .everyone = query.scope,
            text.unicodeScalars.count >= Self.shortestIndexedText, !text.contains("\0"),
            let last = try name(after: query.after ?? "", skipping: Self.namesBeforeIndex)
        else { return try list(query, excludingPrefix: text) }
        let first = try list(query, between: ("", last + Self.next), excludingPrefix: text)
        return first.count >= query.limit ? first : try indexed(query, containing: text)
    }

    /// Returns a page of matching users, read in the order of their names.
    ///
    /// The range of `user_shown_name` begins after the cursor, because no name sorts between a name
    /// and the same name with an appended null character. The search key is tested inside the
    /// index, so names that do not match require no row lookup. The plus signs prevent SQLite from
    /// using the excluded range for the index.
    ///
    /// - Parameters:
    ///   - query: The scope, the search string, the cursor and the limit.
    ///   - names: The half-open range of names to read.
    ///   - prefix: A prefix. Names that start with it are omitted.
    /// - Returns: The users on the page.
    /// - Throws: A database error.
    private func list(
        _ query: UserQuery,
        between names: (start: String, end: String) = ("", end),
        excludingPrefix prefix: String? = nil
    ) throws -> [User] {
        let dialect = tables.connection.dialect
        let (join, subject) = try query.scope.join(tables)
        let excluded = prefix?.prefixRange
        return
            try tables.statement(
                """
                SELECT \(User.columns) FROM user u \(join)
                WHERE u.shown_name IS NOT NULL AND u.shown_name >= \(dialect.higher("?2", "?3")) AND u.shown_name < ?4
                    AND (CAST(?5 AS TEXT) IS NULL OR \(dialect.contains("u.search_key", "?5")))
                    AND (CAST(?7 AS TEXT) IS NULL OR +u.shown_name < ?7 OR +u.shown_name >= ?8)
                ORDER BY u.shown_name LIMIT ?6
                """
            )
            .all(
                subject,
                query.after.map { $0 + Self.next } ?? "",
                names.start,
                names.end,
                query.searchText,
                query.limit,
                excluded?.start,
                excluded?.end
            ) { User($0) }
    }

    /// Returns the displayed username after skipping `count` names, or `nil` if too few names
    /// remain.
    ///
    /// The query skips at most ``namesBeforeIndex`` entries of the index.
    private func name(after name: String, skipping count: Int) throws -> String? {
        try tables.statement(
            """
            SELECT shown_name FROM user WHERE shown_name IS NOT NULL AND shown_name > ?
            ORDER BY shown_name LIMIT 1 OFFSET ?
            """
        )
        .first(name, count) { $0.text(0) }
    }

    /// Returns the users that the trigram index finds, at a cost that grows with the number of
    /// matches in the store.
    ///
    /// The inner query sorts the names of all matches, and the outer query reads complete rows only
    /// for the page.
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
                // This is a string in FTS5's query language, in which quotation marks are doubled.
                "\"\(text.replacing("\"", with: "\"\""))\"",
                query.after ?? "",
                query.limit,
                excluded.start,
                excluded.end
            ) { User($0) }
    }
}

extension UserQuery.Scope {
    /// Returns the join that restricts `u` to the scope, and the row ID or post ID for its
    /// parameter `?1`.
    fileprivate func join(
        _ tables: SharedTables
    ) throws -> (sql: String, subject: any StatementArgument) {
        switch self {
        case .everyone: ("", nil as Int64?)
        case .followers(let id):
            (
                "JOIN follow f ON f.follower = u.id AND f.followed = ?1",
                try tables.rowID(of: id)
            )
        case .followed(let id):
            (
                "JOIN follow f ON f.followed = u.id AND f.follower = ?1",
                try tables.rowID(of: id)
            )
        case .likers(let post):
            ("JOIN post_like l ON l.user = u.id AND l.post = ?1", post)
        }
    }
}

extension String {
    /// The half-open range of all texts that start with this text.
    ///
    /// No username, tag or word contains U+10FFFF, the last code point, which is not a character.
    /// Texts are compared byte by byte in UTF-8, which corresponds to the order of code points.
    var prefixRange: (start: String, end: String) { (self, self + "\u{10FFFF}\u{10FFFF}") }
}
