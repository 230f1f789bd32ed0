import TimelineCore

/// Access to read positions, which consist of one row and at most 32 intervals per user.
///
/// `ReadPosition` limits and merges the intervals. These methods store them unchanged.
extension PrivateTables {
    /// Reads a user's read position, which is empty if the user has no account.
    ///
    /// The intervals are sorted from oldest to newest. `max` turns a damaged interval into a valid
    /// range.
    func readPosition(of user: User.ID) throws -> ReadPosition {
        let intervals = try statement(
            "SELECT oldest, newest, epoch FROM read_interval WHERE user = ? ORDER BY oldest"
        )
        .all(user) { row in
            let oldest: Post.ID = row.id(0)
            return ReadInterval(oldest...max(oldest, row.id(1)), epoch: row.int(2))
        }
        let lastShown = try statement("SELECT last_shown FROM read_position WHERE user = ?")
            .first(user) { $0.optionalPushID(0).map(Post.ID.init) }
        return ReadPosition(intervals: intervals, lastShown: lastShown ?? nil)
    }

    /// Replaces a user's read position, or does nothing if the user has no account.
    ///
    /// The method deletes the user's intervals, which are a few adjacent rows, and inserts the new
    /// ones. The repository skips this write if the store is locked or full.
    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        guard try statement("SELECT 1 FROM account WHERE user = ?").exists(user) else { return }
        try statement(
            "INSERT INTO read_position VALUES (?1, ?2) ON CONFLICT DO UPDATE SET last_shown = ?2"
        )
        .run(user, position.lastShown)
        try statement("DELETE FROM read_interval WHERE user = ?").run(user)
        let insert = try statement("INSERT INTO read_interval VALUES (?, ?, ?, ?)")
        for interval in position.intervals {
            let posts = interval.posts
            try insert.run(user, posts.lowerBound, posts.upperBound, interval.epoch)
        }
    }
}
