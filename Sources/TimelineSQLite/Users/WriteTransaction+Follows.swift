import TimelineCore

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
        .run(follower.id, followed.id, stored.stamp, arrival)
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
            .run(follower, followed)
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
