import TimelineCore

extension SharedTables {
    /// Raises each author's newest stamp to the stamps of the given changes, even if the changes
    /// had no effect.
    ///
    /// As a result, a device that has seen a stamp never mints it again. One row is written per
    /// author. An author that the store does not contain receives a row without a profile, which
    /// queries do not return.
    ///
    /// - Parameter changes: The changes, including pending and dropped changes.
    /// - Throws: `SQLiteError`.
    func raiseNewestStamps(to changes: [Change]) throws {
        var newest: [User.ID: PushID] = [:]
        for change in changes {
            newest[change.author] = max(newest[change.author] ?? .min, change.stamp)
        }
        try raiseNewestStamps(to: newest)
    }

    /// Raises the newest stamps of the given authors.
    ///
    /// - Parameter newest: A stamp of each author.
    /// - Throws: `SQLiteError`.
    func raiseNewestStamps(to newest: [User.ID: PushID]) throws {
        let upsert = try statement(
            """
            INSERT INTO user (uuid, newest_stamp) VALUES (?, ?)
            ON CONFLICT (uuid) DO UPDATE SET newest_stamp = excluded.newest_stamp
            WHERE newest_stamp < excluded.newest_stamp
            """
        )
        for (author, stamp) in newest { try upsert.run(author, stamp) }
    }
}
