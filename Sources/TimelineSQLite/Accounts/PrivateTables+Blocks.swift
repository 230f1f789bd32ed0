import TimelineCore

extension PrivateTables {
    /// Returns an SQL expression for whether the user with the UUID in `column` has blocked anyone,
    /// or was blocked.
    static func hasBlocksSQL(_ column: String) -> String {
        """
        EXISTS (SELECT 1 FROM blocked_user WHERE user = \(column) AND is_blocked)
            OR EXISTS (SELECT 1 FROM blocked_user WHERE blocked = \(column) AND is_blocked)
        """
    }

    func blocks(by user: User.ID) throws -> [Block] {
        try statement(
            """
            SELECT blocked, is_blocked, changed_at, name FROM blocked_user WHERE user = ?
            ORDER BY blocked
            """
        )
        .all(user) { row in
            Block(
                row.userID(0),
                isBlocked: row.bool(1),
                milliseconds: UInt64(max(0, row.int64(2))),
                name: row.optionalText(3)
            )
        }
    }

    /// Replaces a user's block or unblock of another user.
    ///
    /// Does nothing if the user has no account. Advances the epoch at the end of the transaction,
    /// because both users see something else from now on.
    func setBlock(_ block: Block, by user: User.ID) throws {
        guard block.user != user, try account(of: user) != nil else { return }
        try statement(
            """
            INSERT INTO blocked_user VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                is_blocked = excluded.is_blocked, changed_at = excluded.changed_at,
                name = excluded.name
            """
        )
        .run(
            user,
            block.user,
            block.isBlocked,
            Int64(clamping: block.milliseconds),
            block.name
        )
        changes.isVisibilityChanged = true
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
                try statement("SELECT blocked FROM blocked_user WHERE user = ? AND is_blocked")
                    .all(viewer) { $0.userID(0) }
            ),
            blocking: Set(
                try statement("SELECT user FROM blocked_user WHERE blocked = ? AND is_blocked")
                    .all(viewer) { $0.userID(0) }
            )
        )
    }
}
