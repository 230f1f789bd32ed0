import TimelineCore

extension WriteTransaction {
    /// Records a user's claim to a username, and updates the displayed usernames of all affected
    /// users.
    ///
    /// Several users may claim the same username, for example on devices that were offline. All
    /// claims are stored, and the claim of the highest precedence holds the username, or the oldest
    /// of several such claims (decision 38).
    ///
    /// The first claim makes the user visible, so the records that were waiting for the user are
    /// projected.
    func claim(_ name: Username, by rowID: Int64, from stored: StoredRecord) throws {
        let previous = try username(of: rowID)
        try statement(
            """
            UPDATE user SET username = ?1, username_stamp = ?2, shown_name = ?1, search_key = ?1,
                arrival = ?3
            WHERE id = ?4
            """
        )
        .run(name.text, stored.stamp, stored.news.arrival, rowID)
        try assignUsername(name.text, claimedBy: rowID)
        if let previous, previous != name.text { try assignUsername(previous) }
        if previous == nil { try projectWaiting(for: stored.author) }
    }

    /// Returns the username that a user has claimed, or `nil` if the user has no profile.
    func username(of rowID: Int64) throws -> String? {
        try statement("SELECT username FROM user WHERE id = ?")
            .first(rowID) {
                $0.optionalText(0)
            } ?? nil
    }

    /// Updates the displayed usernames of the users that claim the given username.
    ///
    /// A change affects at most three users: the holder, the user with the second claim, which may
    /// have been the previous holder, and the claimant.
    ///
    /// The method reads two entries of the `user_username` index, in which the claims to a username
    /// are sorted as ``UsernameClaim`` defines, regardless of the number of claims.
    ///
    /// - Parameters:
    ///   - name: The claimed username.
    ///   - claimant: The row ID of the user with the changed claim or precedence, or `nil` if the claim was
    ///     withdrawn.
    /// - Throws: `SQLiteError`.
    func assignUsername(_ name: String, claimedBy claimant: Int64? = nil) throws {
        let first = try statement(
            """
            SELECT id, uuid FROM user WHERE username = ?
            ORDER BY username_precedence, username_stamp, uuid LIMIT 2
            """
        )
        .all(name) { (rowID: $0.int64(0), user: $0.userID(1)) }
        guard let holder = first.first else { return }
        var affected = first
        if let claimant, !first.contains(where: { $0.rowID == claimant }),
            let user = try userID(of: claimant)
        {
            affected.append((claimant, user))
        }
        let username = try Username(name)
        for entry in affected {
            let shown = username.displayed(for: entry.user, holder: holder.user)
            try display(shown, for: entry.rowID)
        }
    }

    /// Returns a user's UUID, from which the suffix of the displayed username is derived.
    private func userID(of rowID: Int64) throws -> User.ID? {
        try statement("SELECT uuid FROM user WHERE id = ?").first(rowID) { $0.userID(0) }
    }

    /// Sets a user's displayed username and the search key that contains it.
    ///
    /// A trigger writes the new search key to the trigram index.
    private func display(_ name: String, for rowID: Int64) throws {
        try statement("UPDATE user SET shown_name = ? WHERE id = ?").run(name, rowID)
        try updateSearchKey(of: rowID)
    }

    /// Derives a user's search key from the displayed username and the display name.
    ///
    /// TimelineCore defines the search key for all repositories. Does nothing if the user has no
    /// profile.
    func updateSearchKey(of rowID: Int64) throws {
        guard let user = try tables.user(rowID: rowID) else { return }
        try statement("UPDATE user SET search_key = ? WHERE id = ?")
            .run(UserQuery.searchKey(user.username, user.displayName), rowID)
    }
}
