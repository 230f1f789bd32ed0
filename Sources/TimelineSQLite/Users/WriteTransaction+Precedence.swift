import TimelineCore

extension WriteTransaction {
    /// Updates displayed usernames after accounts have been added or deleted.
    ///
    /// Affects these users and the users that they follow.
    ///
    /// - Parameters:
    ///   - users: The users whose accounts have changed.
    ///   - isLocal: Returns whether a user has an account now.
    /// - Throws: `SQLiteError`.
    func updateLocalUsers(of users: Set<User.ID>, isLocal: (User.ID) throws -> Bool) throws {
        for user in users.sorted() {
            guard let rowID = try tables.rowID(of: user) else { continue }
            let isLocal = try isLocal(user)
            guard try isLocal != (tables.precedence(of: rowID) == .local) else { continue }
            batch.localUsers[rowID] = isLocal
            try setPrecedence(
                try isLocal ? .local : tables.followedPrecedence(of: rowID),
                of: rowID
            )
            try updatePrecedenceOfFollowed(by: rowID)
        }
    }

    /// Updates displayed usernames after a local user has followed or unfollowed a user.
    ///
    /// If the changed follow was not the oldest of a local user, this takes one lookup.
    ///
    /// - Parameters:
    ///   - followed: The row ID of the user.
    ///   - former: The stamp of the former follow, if there was one.
    ///   - stamp: The stamp of the follow, or `nil` if the local user no longer follows the user.
    /// - Throws: `SQLiteError`.
    func updatePrecedence(
        of followed: Int64,
        replacing former: PushID?,
        with stamp: PushID?
    ) throws {
        let current = try tables.precedence(of: followed)
        if let former, current == .followed(since: former) {
            return try updatePrecedence(of: followed)
        }
        guard let precedence = stamp.map({ UsernameClaim.Precedence.followed(since: $0) }),
            precedence < current
        else { return }
        try setPrecedence(precedence, of: followed)
    }

    /// Updates the displayed usernames of the users that a user follows, if the user is local.
    func updatePrecedenceOfFollowed(by rowID: Int64) throws {
        for followed in try tables.followed(by: rowID) { try updatePrecedence(of: followed) }
    }

    /// Returns whether a user has an account in this store.
    func isLocal(_ rowID: Int64) throws -> Bool {
        if let known = batch.localUsers[rowID] { return known }
        let isLocal = try statement(
            "SELECT 1 FROM user WHERE id = ? AND username_precedence = x'00'"
        )
        .exists(rowID)
        batch.localUsers[rowID] = isLocal
        return isLocal
    }

    /// Derives a user's precedence from the follows of local users.
    func updatePrecedence(of rowID: Int64) throws {
        guard try tables.precedence(of: rowID) != .local else { return }
        try setPrecedence(tables.followedPrecedence(of: rowID), of: rowID)
    }

    /// Sets a user's precedence, and updates the displayed usernames if several users claim the
    /// user's username.
    private func setPrecedence(
        _ precedence: UsernameClaim.Precedence,
        of rowID: Int64
    ) throws {
        let changed = try statement(
            """
            UPDATE user SET username_precedence = ?1 WHERE id = ?2 AND username_precedence <> ?1
            """
        )
        .run(precedence.bytes, rowID)
        guard changed > 0, let name = try username(of: rowID) else { return }
        let isContested = try statement("SELECT 1 FROM user WHERE username = ? LIMIT 1 OFFSET 1")
            .exists(name)
        if isContested { try assignUsername(name, claimedBy: rowID) }
    }
}
