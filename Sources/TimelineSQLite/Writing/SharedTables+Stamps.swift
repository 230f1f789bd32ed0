import TimelineCore

extension SharedTables {
    /// Raises the newest stamps of the given authors, even if their records had no effect.
    ///
    /// As a result, a device that has seen a stamp never mints it again. An author that the store
    /// does not contain receives a row without a profile, which queries do not return.
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
