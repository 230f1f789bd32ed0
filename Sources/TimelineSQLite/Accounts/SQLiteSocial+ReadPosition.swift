import GRDB
import TimelineCore

extension SQLiteSocial {
    func readPosition(of user: User.ID) throws -> ReadPosition {
        let intervals: [ClosedRange<Post.ID>] = try rows(
            "SELECT oldest, newest FROM read_interval WHERE user = ? ORDER BY oldest",
            user.data
        ) { row in
            let oldest: Post.ID = row.identifier(0)
            return oldest...max(oldest, row.identifier(1))
        }
        let lastShown = try rows(
            "SELECT last_shown FROM read_position WHERE user = ?",
            user.data
        ) { $0.pushID(0).map(Post.ID.init) }
        return ReadPosition(intervals: intervals, lastShown: lastShown.first ?? nil)
    }

    /// Cuts all read positions off above a stamp.
    func endReadPositions(at present: PushID) throws {
        try run("DELETE FROM read_interval WHERE oldest > ?", present.data)
        try run("UPDATE read_interval SET newest = ?1 WHERE newest > ?1", present.data)
    }

    /// Replaces a user's read position, when the user has an account.
    func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        guard try exists("SELECT 1 FROM account WHERE user = ?", user.data) else { return }
        try run(
            "INSERT INTO read_position VALUES (?1, ?2) ON CONFLICT DO UPDATE SET last_shown = ?2",
            user.data,
            position.lastShown?.data
        )
        try run("DELETE FROM read_interval WHERE user = ?", user.data)
        for interval in position.intervals {
            try run(
                "INSERT INTO read_interval VALUES (?, ?, ?)",
                user.data,
                interval.lowerBound.data,
                interval.upperBound.data
            )
        }
    }
}
