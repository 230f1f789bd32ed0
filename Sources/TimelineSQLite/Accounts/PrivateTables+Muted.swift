import TimelineCore

extension PrivateTables {
    /// Returns an SQL expression for whether the user with the UUID in `column` has muted anyone.
    static func hasMutedSQL(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM muted_user WHERE user = \(column))"
    }

    /// Returns a subquery for the row IDs of the users that a user has muted.
    ///
    /// SQLite runs it once for each statement. It makes two lookups for each muted user.
    ///
    /// - Parameter rowID: An SQL expression for the row ID of the user.
    /// - Returns: The SQL.
    static func mutedSQL(by rowID: String) -> String {
        """
        SELECT o.id FROM user v CROSS JOIN muted_user m ON m.user = v.uuid
        CROSS JOIN user o ON o.uuid = m.muted WHERE v.id = \(rowID)
        """
    }

    func mutedUsers(of user: User.ID) throws -> [User.ID] {
        try statement("SELECT muted FROM muted_user WHERE user = ? ORDER BY muted")
            .all(user) { $0.userID(0) }
    }

    /// Mutes or unmutes a user on behalf of another user.
    ///
    /// Does nothing if the other user has no account. Advances the epoch at the end of the
    /// transaction, because caches contain the users in home timelines.
    func setMuted(_ isMuted: Bool, _ muted: User.ID, by user: User.ID) throws {
        guard try account(of: user) != nil else { return }
        let changed =
            isMuted
            ? try statement("INSERT INTO muted_user VALUES (?, ?) ON CONFLICT DO NOTHING")
                .run(user, muted)
            : try statement("DELETE FROM muted_user WHERE user = ? AND muted = ?").run(user, muted)
        if changed > 0 { changes.isVisibilityChanged = true }
    }
}
