import TimelineCore

extension WriteTransaction {
    /// Applies a batch of records.
    ///
    /// Call this method only once per transaction. Records may arrive in any order, more than once,
    /// and before the user or post to which they refer.
    ///
    /// Each record writes only its own rows. Counts, words, tags, mentions and the commit are shared
    /// by the whole batch, so a batch of thousands of records costs much less than thousands of
    /// batches.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - settle: Updates the shared data to match changes of private data before the epoch
    ///     advances, and returns whether there were any.
    /// - Throws: `SQLiteError`.
    func apply(
        _ records: [VerifiedRecord],
        settling settle: () throws -> Bool = { false }
    ) throws {
        let isEmpty = records.isEmpty && source.replacement == nil
        let newest = isEmpty ? nil : try add(records)
        guard try settle() || newest != nil else { return }
        try finish(newest: newest ?? .min)
    }

    /// Writes the texts, the counts and the counters of the store.
    ///
    /// Call this method once, at the end of the batch. It advances the epoch by one, to the arrival
    /// number of the batch, even if no record had any effect. If the records have changed, it replaces
    /// the token that identifies their state.
    ///
    /// - Parameter newest: The newest stamp in the batch.
    /// - Throws: `SQLiteError`.
    func finish(newest: PushID = .min) throws {
        try writeTexts()
        try writeCounts()
        try statement(
            """
            UPDATE clock SET newest = max(newest, ?), epoch = epoch + 1,
                token = iif(?, randomblob(16), token)
            """
        )
        .run(newest, batch.hasChangedRecords)
    }

    /// Returns the row of a user with a profile, or `nil` if the user has no profile.
    ///
    /// A row is looked up only once per batch. A missing profile is not cached, because a later
    /// record in the batch may add it.
    func row(of user: User.ID) throws -> BatchState.UserRow? {
        if let row = batch.users[user] { return row }
        let row = try statement(
            "SELECT id, arrival FROM user WHERE uuid = ? AND username IS NOT NULL"
        )
        .first(user) { BatchState.UserRow(id: $0.int64(0), arrival: $0.int(1)) }
        if let row { batch.users[user] = row }
        return row
    }
}
