import TimelineCore

/// Counts in parts, for PostgreSQL.
///
/// A count is a column of the row that it describes, which is the cheapest to read and to sort by. In
/// PostgreSQL, transactions that change the same row at once are in each other's way, and so are
/// those that change neighbors in an index. After a conflict, a process therefore only adds
/// differences to tables of parts for a while (``SQLConnection/countsInParts``), which conflicts with
/// nothing. ``SharedTables/addUpParts()`` adds them to the rows.
///
/// What shows a count adds its parts (``SQLDialect/count(_:of:_:)``), so it is always exact. What
/// sorts by counts may lag behind by the time until they are added up. A row may have less than 0
/// while some of its parts are positive.
extension SharedTables {
    /// Adds parts of the counts of users and posts.
    func addParts(of counts: [(BatchState.Count, Int)]) throws {
        for (count, step) in counts {
            switch count {
            case .posts(let user): try addPart(of: user, posts: step)
            case .followers(let user): try addPart(of: user, followers: step)
            case .followed(let user): try addPart(of: user, followed: step)
            case .likes(let post): try addPart(of: post, likes: step)
            case .comments(let post): try addPart(of: post, comments: step)
            }
        }
    }

    private func addPart(
        of user: Int64,
        posts: Int = 0,
        followers: Int = 0,
        followed: Int = 0
    ) throws {
        try statement("INSERT INTO user_part VALUES (?, ?, ?, ?)")
            .run(user, posts, followers, followed)
    }

    private func addPart(of post: Post.ID, likes: Int = 0, comments: Int = 0) throws {
        try statement("INSERT INTO post_part VALUES (?, ?, ?)").run(post, likes, comments)
    }

    /// Adds parts of the counts of words or tags.
    ///
    /// - Parameters:
    ///   - table: The table of the parts.
    ///   - steps: The differences.
    /// - Throws: A database error.
    func addParts(to table: String, of steps: [(name: String, step: Int)]) throws {
        guard !steps.isEmpty else { return }
        try statement(
            """
            INSERT INTO \(table)
            SELECT * FROM unnest(CAST(? AS TEXT[]), CAST(? AS BIGINT[]))
            """
        )
        .run(TextArray(inOrder: steps.map(\.name)), IntegerArray(steps.map(\.step)))
    }

    /// Deletes the parts of a user whose counts become 0.
    func deleteParts(of user: Int64) throws {
        guard connection.dialect == .postgres else { return }
        try statement("DELETE FROM user_part WHERE user = ?").run(user)
    }

    /// Ends the parts of a user's counts of follows, which become 0.
    func clearFollowParts(of user: Int64) throws {
        guard connection.dialect == .postgres else { return }
        try statement(
            "UPDATE user_part SET follower_count = 0, following_count = 0 WHERE user = ?"
        )
        .run(user)
    }

    /// Adds all parts to the rows that they belong to, and deletes them.
    ///
    /// Only one transaction at a time should do so, or they would wait for each other.
    ///
    /// - Throws: A database error.
    package func addUpParts() throws {
        try statement(
            """
            WITH part AS (
                DELETE FROM user_part RETURNING user, post_count, follower_count, following_count
            ), total AS (
                SELECT user, CAST(sum(post_count) AS INTEGER) AS posts,
                    CAST(sum(follower_count) AS INTEGER) AS followers,
                    CAST(sum(following_count) AS INTEGER) AS followed
                FROM part GROUP BY user
            )
            UPDATE user SET post_count = post_count + posts, follower_count = follower_count + followers,
                following_count = following_count + followed FROM total WHERE user.id = total.user
            """
        )
        .run()
        try statement(
            """
            WITH part AS (
                DELETE FROM post_part RETURNING post, like_count, comment_count
            ), total AS (
                SELECT post, CAST(sum(like_count) AS INTEGER) AS likes,
                    CAST(sum(comment_count) AS INTEGER) AS comments
                FROM part GROUP BY post
            )
            UPDATE post SET like_count = like_count + likes, comment_count = comment_count + comments
            FROM total WHERE post.id = total.post
            """
        )
        .run()
        for (table, key, count) in [("word", "text", "count"), ("tag", "name", "post_count")] {
            try statement(
                """
                WITH part AS (DELETE FROM \(table)_part RETURNING \(key), \(count))
                INSERT INTO \(table)
                SELECT \(key), CAST(sum(\(count)) AS INTEGER) FROM part GROUP BY \(key) ORDER BY \(key)
                ON CONFLICT (\(key)) DO UPDATE SET \(count) = \(table).\(count) + excluded.\(count)
                """
            )
            .run()
            try statement("DELETE FROM \(table) WHERE \(count) = 0").run()
        }
    }
}

extension SQLDialect {
    /// An expression for a count as it is stored.
    ///
    /// In SQLite, a wrong count stays at 0 until it is repaired, instead of causing every later batch to
    /// fail. In PostgreSQL, a count may be less than 0 until its parts are added.
    func stored(_ count: String) -> String {
        switch self {
        case .sqlite: higher("0", count)
        case .postgres: count
        }
    }

    /// An expression for a count with its parts.
    ///
    /// - Parameters:
    ///   - count: The column.
    ///   - table: The table of the row, which is called by the first letter of its name.
    ///   - key: The column that the parts refer to.
    /// - Returns: The expression.
    func count(_ count: String, of table: String, _ key: String = "id") -> String {
        let row = table.prefix(1)
        return switch self {
        case .sqlite: "\(row).\(count)"
        case .postgres:
            """
            (\(row).\(count) + CAST(coalesce((
                SELECT sum(part.\(count)) FROM \(table)_part part WHERE part.\(table) = \(row).\(key)
            ), 0) AS INTEGER))
            """
        }
    }

    /// A query for the counts of words or tags with their parts.
    ///
    /// - Parameters:
    ///   - table: The table of the counts.
    ///   - key: The column of the words or tags.
    ///   - count: The column of the counts.
    ///   - range: A condition for the words or tags.
    ///   - totals: The counts that are found in PostgreSQL.
    /// - Returns: The query.
    func counted(
        _ table: String,
        _ key: String,
        _ count: String,
        _ range: String = "",
        totals: String = "> 0"
    ) -> String {
        switch self {
        case .sqlite: "SELECT \(key), \(count) FROM \(table) \(range)"
        case .postgres:
            """
            SELECT \(key), CAST(sum(\(count)) AS INTEGER) AS \(count) FROM (
                SELECT \(key), \(count) FROM \(table) \(range)
                UNION ALL SELECT \(key), \(count) FROM \(table)_part \(range)
            ) parts GROUP BY \(key) HAVING sum(\(count)) \(totals)
            """
        }
    }

    /// A query for the tags with the most posts, of which there are at most `?3`.
    ///
    /// An index has the tags in the order of their counts without parts. Each tag with parts may have a
    /// higher or a lower count, so that many further tags are read.
    var mostUsedTags: String {
        switch self {
        case .sqlite: "SELECT name, post_count FROM tag ORDER BY post_count DESC, name LIMIT ?3"
        case .postgres:
            """
            WITH candidate AS (
                (
                    SELECT name FROM tag ORDER BY post_count DESC, name
                    LIMIT least(CAST(?3 AS INTEGER), 1000000000) + (SELECT count(*) FROM tag_part)
                )
                UNION SELECT name FROM tag_part
            ), tags AS (
                SELECT c.name, coalesce((SELECT post_count FROM tag t WHERE t.name = c.name), 0)
                    + CAST(coalesce(
                        (SELECT sum(post_count) FROM tag_part t WHERE t.name = c.name), 0
                    ) AS INTEGER) AS post_count
                FROM candidate c
            )
            SELECT name, post_count FROM tags WHERE post_count > 0
            ORDER BY post_count DESC, name LIMIT ?3
            """
        }
    }
}
