import TimelineCore

extension SharedTables {
    /// Compares displayed usernames and search keys with the claims that they follow from.
    ///
    /// The window function reads the index `user_username`, in which the claims to a name are
    /// adjacent, oldest first; the first of them holds the name.
    ///
    /// - Parameter isRepairing: whether to correct them; needs a write transaction.
    /// - Returns: the mismatches before any repair.
    /// - Throws: `DatabaseError`.
    func auditUsernames(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        let claims = try statement(
            """
            SELECT id, uuid, username, shown_name, search_key, display_name,
                row_number() OVER (PARTITION BY username ORDER BY username_stamp, uuid) = 1
            FROM user WHERE username IS NOT NULL
            """
        )
        .all(map: UsernameClaim.init)
        var mismatches: [ValueMismatch] = []
        for claim in claims {
            let wrong = try claim.mismatches()
            mismatches += wrong
            if isRepairing, !wrong.isEmpty { try repair(claim) }
        }
        if isRepairing, !mismatches.isEmpty {
            // A wrong search key may have reached the index of parts of names.
            try statement("INSERT INTO user_search (user_search) VALUES ('rebuild')").run()
        }
        return mismatches
    }

    /// Writes the displayed username and the search key that follow from a claim.
    ///
    /// The trigger on `search_key` updates the trigram index.
    private func repair(_ claim: UsernameClaim) throws {
        let name = try claim.expectedName
        try statement("UPDATE user SET shown_name = ?, search_key = ? WHERE id = ?")
            .run(name, UserQuery.searchKey(name, claim.displayName), claim.rowID)
    }
}

/// A user's claim of a username, with the columns that follow from it.
private struct UsernameClaim {
    /// The key of the user's row.
    let rowID: Int64
    /// The user; a suffix is made from the UUID.
    let id: User.ID
    /// The username as claimed.
    let username: String
    /// The displayed username as it is stored.
    let displayedUsername: String
    /// The search key as it is stored.
    let searchKey: String
    /// The display name, a part of the search key.
    let displayName: String?
    /// Whether no other user claimed the name before.
    let isOldest: Bool

    /// Reads the columns of the audit's query.
    init(_ row: ResultRow) {
        rowID = row.int64(0)
        id = row.userID(1)
        username = row.text(2)
        displayedUsername = row.text(3)
        searchKey = row.text(4)
        displayName = row.optionalText(5)
        isOldest = row.bool(6)
    }

    /// The displayed username that the claim should get.
    ///
    /// Throws for a stored username that is not valid.
    var expectedName: String {
        get throws { isOldest ? username : try Username(username).suffixed(for: id) }
    }

    /// The columns that differ from the claim.
    func mismatches() throws -> [ValueMismatch] {
        let name = try expectedName
        let key = UserQuery.searchKey(name, displayName)
        var mismatches: [ValueMismatch] = []
        if displayedUsername != name {
            mismatches.append(
                ValueMismatch(
                    subject: DoctorText.displayedUsername(of: username),
                    stored: displayedUsername,
                    expected: name
                )
            )
        }
        if searchKey != key {
            mismatches.append(
                ValueMismatch(
                    subject: DoctorText.searchKey(of: username),
                    stored: searchKey,
                    expected: key
                )
            )
        }
        return mismatches
    }
}
