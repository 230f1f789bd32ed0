import TimelineCore

extension WriteTransaction {
    /// Sets or clears one field of the author's profile.
    ///
    /// The first username makes the user visible, so the records that were waiting for the user are
    /// projected. Fields that arrive before the first username are stored in a row without a
    /// username.
    func set(_ setting: ProfileSetting, from stored: StoredRecord) throws {
        let rowID = try ensureRow(of: stored.author)
        switch setting {
        case .username(let name): try claim(name, by: rowID, from: stored)
        case .displayName(let text):
            try set("display_name", to: text, of: rowID)
            try updateSearchKey(of: rowID)
        case .bio(let text): try set("bio", to: text, of: rowID)
        case .url(let text): try set("url", to: text, of: rowID)
        case .photo(let photo):
            // The engine removes the blob of the previous avatar after the commit, if it is
            // orphaned.
            try tables.setPicture(photo, of: rowID)
            try statement("UPDATE user SET avatar_stamp = ? WHERE id = ?").run(stored.stamp, rowID)
        }
    }

    /// Clears a field of a profile that no record sets.
    ///
    /// Without a username, the user is no longer visible.
    func clear(_ field: ProfileSetting.Field, of user: User.ID) throws {
        guard let rowID = try tables.rowID(of: user) else { return }
        switch field {
        case .username: try hideUser(user, rowID)
        case .displayName:
            try set("display_name", to: nil, of: rowID)
            try updateSearchKey(of: rowID)
        case .bio: try set("bio", to: nil, of: rowID)
        case .url: try set("url", to: nil, of: rowID)
        case .photo:
            try tables.setPicture(nil, of: rowID)
            try statement("UPDATE user SET avatar_stamp = NULL WHERE id = ?").run(rowID)
        }
    }

    /// Returns the row ID of a user, inserting a row if none exists.
    func ensureRow(of user: User.ID) throws -> Int64 {
        try statement(
            """
            INSERT INTO user (uuid, username_precedence)
            VALUES (?1, \(PrivateTables.precedenceSQL(of: "?1"))) ON CONFLICT DO NOTHING
            """
        )
        .run(user)
        guard let rowID = try tables.rowID(of: user) else {
            throw DatabaseFault(DatabaseErrorText.insertedUserGone)
        }
        return rowID
    }

    private func set(_ column: String, to text: String?, of rowID: Int64) throws {
        try statement("UPDATE user SET \(column) = ? WHERE id = ?").run(text, rowID)
    }
}

extension WriteTransaction {
    /// Sets a follow, and updates the counts of both users and the precedence of the followed user.
    func addFollow(
        of followed: BatchState.UserRow,
        by follower: BatchState.UserRow,
        from stored: StoredRecord
    ) throws {
        let isLocal = try isLocal(follower.id)
        let former = isLocal ? try stampOfFollow(by: follower.id, of: followed.id) : nil
        let arrival =
            stored.news.notifies
            ? max(stored.news.arrival, follower.arrival, followed.arrival) : 0
        let inserted = try statement(
            """
            INSERT INTO follow (follower, followed, stamp, arrival) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """
        )
        .runCounting(follower.id, followed.id, stored.stamp, arrival)
        if inserted > 0 {
            add(1, to: .followers(of: followed.id))
            add(1, to: .followed(by: follower.id))
        } else {
            // A record that follows again has the arrival of the former one, unless both are in this
            // batch.
            try statement(
                "UPDATE follow SET stamp = ?, arrival = ? WHERE follower = ? AND followed = ?"
            )
            .run(stored.stamp, arrival, follower.id, followed.id)
        }
        guard isLocal else { return }
        try updatePrecedence(of: followed.id, replacing: former, with: stored.stamp)
    }

    /// Removes a follow, if it exists.
    func removeFollow(of user: User.ID, by follower: Int64) throws {
        guard let followed = try row(of: user) else { return }
        try removeFollow(of: followed.id, by: follower)
    }

    private func removeFollow(of followed: Int64, by follower: Int64) throws {
        let removed = try statement("DELETE FROM follow WHERE follower = ? AND followed = ?")
            .runCounting(follower, followed)
        guard removed > 0 else { return }
        if try isLocal(follower) { try updatePrecedence(of: followed) }
        add(-1, to: .followers(of: followed))
        add(-1, to: .followed(by: follower))
    }

    /// Returns the stamp of a follow, or `nil` if the user does not follow the other user.
    private func stampOfFollow(by follower: Int64, of followed: Int64) throws -> PushID? {
        try statement("SELECT stamp FROM follow WHERE follower = ? AND followed = ?")
            .first(follower, followed) { $0.pushID(0) }
    }
}
