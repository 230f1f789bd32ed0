import TimelineCore

extension WriteTransaction {
    /// Records a user's claim to a username, and updates the displayed usernames of all affected
    /// users.
    ///
    /// The claim is an LWW register, so a claim that is older than the user's current claim has no
    /// effect. Several users may claim the same username, for example on devices that were offline.
    /// All claims are stored, and the claim of the highest precedence holds the username, or the
    /// oldest of several such claims (decision 38).
    ///
    /// - Parameters:
    ///   - name: The claimed username.
    ///   - rowID: The user's row ID.
    ///   - stamp: The stamp of the change.
    ///   - isForced: Whether to record the claim regardless of the stamp of the current claim.
    /// - Throws: `SQLiteError`.
    func claim(
        _ name: Username,
        by rowID: Int64,
        at stamp: PushID,
        isForced: Bool = false
    ) throws {
        let previous = try statement(
            "SELECT username, username_stamp FROM user WHERE id = ? AND username IS NOT NULL"
        )
        .first(rowID) { LWWRegister($0.text(0), at: $0.pushID(1)) }
        if !isForced, var register = previous,
            !register.merge(LWWRegister(name.text, at: stamp))
        {
            return
        }
        try statement(
            """
            UPDATE user SET username = ?1, username_stamp = ?2, shown_name = ?1, search_key = ?1
            WHERE id = ?3
            """
        )
        .run(name.text, stamp, rowID)
        try settleUsername(name.text, claimedBy: rowID)
        if let previous, previous.value != name.text { try settleUsername(previous.value) }
    }

    /// Updates the displayed usernames after the stamp of a user's claim has changed.
    ///
    /// Does nothing if the user has no profile.
    func settleUsername(of rowID: Int64) throws {
        if let name = try username(of: rowID) { try settleUsername(name, claimedBy: rowID) }
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
    func settleUsername(_ name: String, claimedBy claimant: Int64? = nil) throws {
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
