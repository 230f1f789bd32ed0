import TimelineCore

/// Read positions: one row per user, and at most 32 intervals.
///
/// `ReadPosition` limits and joins the intervals; these methods store them as they are.
extension PrivateTables {
    /// Reads the intervals, oldest first; `max` makes a damaged one a valid range.
    ///
    /// Without an account, there are no rows, and the position is empty.
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

    /// Replaces a user's read position; has no effect without an account.
    ///
    /// Deletes and inserts all intervals, which are a few neighbouring rows. It is an optional
    /// write: the repository skips it when the store is locked or full.
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

    /// Ends all read positions at a stamp.
    ///
    /// One that reached into the future would show new posts as read.
    ///
    /// Applies to all users, since posts of one author with a fast clock lie in the timelines of
    /// many.
    func truncateReadPositions(to present: PushID) throws {
        try statement("DELETE FROM read_interval WHERE oldest > ?").run(present)
        try statement("UPDATE read_interval SET newest = ?1 WHERE newest > ?1").run(present)
    }
}
