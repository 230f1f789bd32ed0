import TimelineCore

extension SharedTables {
    /// Compares displayed usernames and search keys with the claims from which they are derived.
    ///
    /// The window function reads the `user_username` index, in which the claims to a username are
    /// adjacent and sorted by precedence and age. The first claim holds the username.
    ///
    /// - Parameter isRepairing: Whether to correct the values, which requires a write transaction.
    /// - Returns: The mismatches found before any repair.
    /// - Throws: `SQLiteError`, or `TimelineError` if a stored username is invalid.
    func auditUsernames(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        let claims = try statement(
            """
            SELECT id, uuid, username, shown_name, search_key, display_name,
                row_number() OVER (
                    PARTITION BY username ORDER BY username_precedence, username_stamp, uuid
                ) = 1
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
            // A wrong search key may have entered the trigram index, so rebuild the index.
            try statement("INSERT INTO user_search (user_search) VALUES ('rebuild')").run()
        }
        return mismatches
    }

    /// Stores the displayed username and the search key derived from a claim.
    ///
    /// The trigger on `search_key` updates the trigram index.
    private func repair(_ claim: UsernameClaim) throws {
        let name = try claim.expectedName
        try statement("UPDATE user SET shown_name = ?, search_key = ? WHERE id = ?")
            .run(name, UserQuery.searchKey(name, claim.displayName), claim.rowID)
    }
}

/// A user's claim to a username, with the columns derived from the claim.
private struct UsernameClaim {
    /// The row ID of the user.
    let rowID: Int64
    /// The ID of the user, from which the suffix is derived.
    let id: User.ID
    /// The claimed username.
    let username: String
    /// The stored displayed username.
    let displayedUsername: String
    /// The stored search key.
    let searchKey: String
    /// The display name, which is part of the search key.
    let displayName: String?
    /// Whether this claim precedes all others to the username.
    let isFirst: Bool

    /// Creates a claim from a row of the audit's query.
    init(_ row: ResultRow) {
        rowID = row.int64(0)
        id = row.userID(1)
        username = row.text(2)
        displayedUsername = row.text(3)
        searchKey = row.text(4)
        displayName = row.optionalText(5)
        isFirst = row.bool(6)
    }

    /// The displayed username derived from the claim.
    ///
    /// Throws an error if the stored username is invalid.
    var expectedName: String {
        get throws { isFirst ? username : try Username(username).suffixed(for: id) }
    }

    /// Returns the columns that differ from the values derived from the claim.
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
