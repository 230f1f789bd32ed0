import TimelineCore

extension SharedTables {
    /// Raises each author's newest stamp to those of some changes, even if the changes had no
    /// effect: a device that has seen a stamp never mints it again.
    ///
    /// Writes one row per author. An author that the store has never seen gets a row without a
    /// profile; queries do not return it.
    ///
    /// - Parameter changes: applied, pending or dropped changes.
    /// - Throws: `DatabaseError`.
    func raiseNewestStamps(to changes: [Change]) throws {
        var newest: [User.ID: PushID] = [:]
        for change in changes {
            newest[change.author] = max(newest[change.author] ?? .min, change.stamp)
        }
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
