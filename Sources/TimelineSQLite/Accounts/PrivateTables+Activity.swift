import TimelineCore

extension PrivateTables {
    func activityEpoch(of user: User.ID) throws -> Int {
        try statement("SELECT epoch FROM activity_visit WHERE user = ?").first(user) { $0.int(0) }
            ?? 0
    }

    /// Sets the epoch up to which a user has seen their activity.
    ///
    /// Does nothing if the user has no account.
    func setActivityEpoch(_ epoch: Int, of user: User.ID) throws {
        try statement(
            """
            INSERT INTO activity_visit SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM account WHERE user = ?1)
            ON CONFLICT DO UPDATE SET epoch = excluded.epoch
            """
        )
        .run(user, epoch)
    }
}
