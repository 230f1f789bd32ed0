import TimelineCore

extension WriteTransaction {
    /// Records a user's claim of a username, and settles that name and the user's previous one.
    func claim(_ name: Username, by rowID: Int64, _ change: Change) throws {
        let previous = try username(of: rowID)
        let isSet = try statement(
            """
            UPDATE user SET username = ?1, username_stamp = ?2, shown_name = ?1, search_key = ?1
            WHERE id = ?3 AND (username IS NULL OR username_stamp < ?2
                OR username_stamp = ?2 AND username < ?1)
            """
        )
        .run(name.text, change.stamp, rowID)
        guard isSet > 0 else { return }
        try settleUsername(name.text, claimedBy: rowID)
        if let previous, previous != name.text { try settleUsername(previous) }
    }

    /// Settles a user's username again after its stamp has changed.
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

    /// Decides the displayed usernames of all who claim the same username: the oldest claim gets the name itself, the
    /// others a suffix of their IDs.
    ///
    /// Only three users can need a new one: the holder, the second-oldest, who may have held the name until now, and
    /// the claimant.
    func settleUsername(_ name: String, claimedBy claimant: Int64? = nil) throws {
        let oldest = try statement(
            "SELECT id, uuid FROM user WHERE username = ? ORDER BY username_stamp, uuid LIMIT 2"
        )
        .all(name) { (rowID: $0.int64(0), id: $0.userID(1)) }
        guard let holder = oldest.first else { return }
        for claim in oldest.dropFirst() {
            try show(Username(name).suffixed(for: claim.id), claim.rowID)
        }
        if let claimant, claimant != holder.rowID, let id = try userID(of: claimant) {
            try show(Username(name).suffixed(for: id), claimant)
        }
        try show(name, holder.rowID)
    }

    private func userID(of rowID: Int64) throws -> User.ID? {
        try statement("SELECT uuid FROM user WHERE id = ?").first(rowID) { $0.userID(0) }
    }

    private func show(_ name: String, _ rowID: Int64) throws {
        try statement("UPDATE user SET shown_name = ? WHERE id = ?").run(name, rowID)
        try updateSearchKey(of: rowID)
    }

    /// Derives a user's search key from the displayed username and the display name.
    func updateSearchKey(of rowID: Int64) throws {
        guard let user = try tables.user(rowID: rowID) else { return }
        try statement("UPDATE user SET search_key = ? WHERE id = ?")
            .run(UserQuery.searchKey(user.username, user.displayName), rowID)
    }
}
