import TimelineCore

extension WriteTransaction {
    /// Records a user's claim to a username, then settles that name and the user's previous one.
    ///
    /// The claim is an LWW register: an older one than the user's present claim has no effect.
    /// Several users may claim the same name, for example on devices that were offline; all claims
    /// are stored, and the oldest one holds the name (decision 3).
    ///
    /// - Parameters:
    ///   - name: the username as claimed.
    ///   - rowID: the user's row ID.
    ///   - stamp: the stamp of the change.
    /// - Throws: `DatabaseError`.
    func claim(_ name: Username, by rowID: Int64, at stamp: PushID) throws {
        let previous = try statement(
            "SELECT username, username_stamp FROM user WHERE id = ? AND username IS NOT NULL"
        )
        .first(rowID) { LWWRegister($0.text(0), at: $0.pushID(1)) }
        if var register = previous, !register.merge(LWWRegister(name.text, at: stamp)) { return }
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

    /// Settles a user's username again after its stamp has changed.
    ///
    /// Has no effect without a profile.
    func settleUsername(of rowID: Int64) throws {
        if let name = try username(of: rowID) { try settleUsername(name, claimedBy: rowID) }
    }

    /// The username as a user claimed it; `nil` without a profile.
    func username(of rowID: Int64) throws -> String? {
        try statement("SELECT username FROM user WHERE id = ?")
            .first(rowID) {
                $0.optionalText(0)
            } ?? nil
    }

    /// Decides the displayed usernames of all claims to the same username.
    ///
    /// ``UsernameClaim`` decides. One change can affect three users at most:
    /// the holder; the second-oldest claim, which may have been the holder until now; and the
    /// claimant.
    ///
    /// Reads two entries of the index `user_username`, in which the claims to a name lie by age,
    /// however many users claim the name.
    ///
    /// - Parameters:
    ///   - name: the username as claimed.
    ///   - claimant: the row ID of the user with the changed claim; `nil` if the change withdrew
    ///     it.
    /// - Throws: `DatabaseError`.
    func settleUsername(_ name: String, claimedBy claimant: Int64? = nil) throws {
        let oldest = try statement(
            """
            SELECT id, uuid, username_stamp FROM user WHERE username = ?
            ORDER BY username_stamp, uuid LIMIT 2
            """
        )
        .all(name) { row in
            (rowID: row.int64(0), claim: UsernameClaim(by: row.userID(1), at: row.pushID(2)))
        }
        guard let holder = oldest.map(\.claim).min() else { return }
        var affected = oldest.map { (rowID: $0.rowID, user: $0.claim.user) }
        if let claimant, !oldest.contains(where: { $0.rowID == claimant }),
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

    /// The UUID, from which the suffix of a displayed username is made.
    private func userID(of rowID: Int64) throws -> User.ID? {
        try statement("SELECT uuid FROM user WHERE id = ?").first(rowID) { $0.userID(0) }
    }

    /// Sets a displayed username and the search key that contains it.
    ///
    /// A trigger writes the new key to the trigram index.
    private func display(_ name: String, for rowID: Int64) throws {
        try statement("UPDATE user SET shown_name = ? WHERE id = ?").run(name, rowID)
        try updateSearchKey(of: rowID)
    }

    /// Derives a user's search key from the displayed username and the display name.
    ///
    /// Both are folded in Core, for all repositories alike. Has no effect without a profile.
    func updateSearchKey(of rowID: Int64) throws {
        guard let user = try tables.user(rowID: rowID) else { return }
        try statement("UPDATE user SET search_key = ? WHERE id = ?")
            .run(UserQuery.searchKey(user.username, user.displayName), rowID)
    }
}
