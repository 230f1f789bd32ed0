import TimelineCore

extension SQLiteSocial {
    func newestStamp(of author: User.ID) throws -> PushID {
        let statement = try HotStatement(
            "SELECT newest_stamp FROM user WHERE uuid = ?",
            in: database
        )
        statement.bind(author.data, at: 1)
        return try statement.first { $0.pushID(0) } ?? .min
    }

    /// Raises each author's newest stamp to those of some changes, whether these took effect or not.
    func noteStamps(of changes: [Change]) throws {
        var newest: [User.ID: PushID] = [:]
        for change in changes {
            newest[change.author] = max(newest[change.author] ?? .min, change.stamp)
        }
        let statement = try HotStatement(
            """
            INSERT INTO user (uuid, newest_stamp) VALUES (?, ?)
            ON CONFLICT (uuid) DO UPDATE SET newest_stamp = excluded.newest_stamp
            WHERE newest_stamp < excluded.newest_stamp
            """,
            in: database
        )
        for (author, stamp) in newest {
            statement.bind(author.data, at: 1)
            statement.bind(stamp, at: 2)
            try statement.run()
        }
    }

    /// Raises newest stamps to those of pending changes, when a store gets the column.
    func noteStampsOfWaitingChanges() throws {
        try noteStamps(of: waitingChanges())
    }
}
