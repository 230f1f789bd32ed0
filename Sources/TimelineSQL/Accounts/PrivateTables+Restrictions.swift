import TimelineCore

extension PrivateTables {
    private static let isMute = "kind = \(Restriction.Kind.mute.rawValue) AND is_set"
    fileprivate static let isBlock = "kind = \(Restriction.Kind.block.rawValue) AND is_set"

    /// Returns an SQL expression for whether the user with the UUID in `column` has muted anyone.
    static func hasMutedSQL(_ column: String) -> String {
        "EXISTS (SELECT 1 FROM restriction WHERE user = \(column) AND \(isMute))"
    }

    /// Returns an SQL expression for whether the user with the UUID in `column` has blocked anyone,
    /// or was blocked.
    static func hasBlocksSQL(_ column: String) -> String {
        """
        EXISTS (SELECT 1 FROM restriction WHERE user = \(column) AND \(isBlock))
            OR EXISTS (SELECT 1 FROM restriction WHERE other = \(column) AND \(isBlock))
        """
    }

    /// Returns a subquery for the row IDs of the users that a user has muted.
    ///
    /// SQLite runs it once for each statement. It makes two lookups for each muted user.
    ///
    /// - Parameter rowID: An SQL expression for the row ID of the user.
    /// - Returns: The SQL.
    static func mutedSQL(by rowID: String) -> String {
        """
        SELECT o.id FROM user v CROSS JOIN restriction m ON m.user = v.uuid AND m.\(isMute)
        CROSS JOIN user o ON o.uuid = m.other WHERE v.id = \(rowID)
        """
    }

    func restrictions(_ kind: Restriction.Kind, by user: User.ID) throws -> [Restriction] {
        try statement(
            """
            SELECT other, is_set, changed_at, name FROM restriction
            WHERE user = ? AND kind = ? ORDER BY other
            """
        )
        .all(user, kind.rawValue) { row in
            Restriction(
                kind,
                of: row.userID(0),
                isSet: row.bool(1),
                milliseconds: UInt64(max(0, row.int64(2))),
                name: row.optionalText(3)
            )
        }
    }

    /// Replaces a user's restriction of another user.
    ///
    /// Does nothing if the user has no account. Advances the epoch at the end of the transaction if
    /// the restriction begins or ends, because caches contain the users in home timelines, and both
    /// users of a block see something else from then on.
    func setRestriction(_ restriction: Restriction, by user: User.ID) throws {
        guard restriction.user != user, try account(of: user) != nil else { return }
        let former = try restrictions(restriction.kind, by: user)
            .first { $0.user == restriction.user }
        try statement(
            """
            INSERT INTO restriction VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user, kind, other) DO UPDATE SET is_set = excluded.is_set,
                changed_at = excluded.changed_at, name = excluded.name
            """
        )
        .run(
            user,
            restriction.kind.rawValue,
            restriction.user,
            restriction.isSet,
            Int64(clamping: restriction.milliseconds),
            restriction.name
        )
        if (former?.isSet ?? false) != restriction.isSet { changes.isVisibilityChanged = true }
    }
}

extension ReadTransaction {
    /// Returns the users hidden from a viewer, using the row that the snapshot reads for its
    /// viewer.
    ///
    /// For a viewer without blocks, no further statement runs.
    func hiddenUsers(from viewer: User.ID) throws -> HiddenUsers {
        guard try snapshotInfo(for: viewer).viewer?.hasBlocks == true else { return .none }
        return HiddenUsers(
            blocked: Set(
                try statement(
                    "SELECT other FROM restriction WHERE user = ? AND \(PrivateTables.isBlock)"
                )
                .all(viewer) { $0.userID(0) }
            ),
            blocking: Set(
                try statement(
                    "SELECT user FROM restriction WHERE other = ? AND \(PrivateTables.isBlock)"
                )
                .all(viewer) { $0.userID(0) }
            )
        )
    }
}
