import TimelineCore

extension WriteTransaction {
    /// The row ID of a user that a change needs.
    ///
    /// - Returns: `nil` when the user has no profile: then the change is pending, or dropped if the
    ///   user was removed.
    /// - Throws: `DatabaseError`.
    func rowID(of user: User.ID, neededBy change: Change) throws -> Int64? {
        if let rowID = batch.users[user] { return rowID }
        let rowID = try tables.rowID(ofVisible: user)
        if let rowID { batch.users[user] = rowID }
        if rowID == nil, try !isRemoved(user) { try insertPending(change, waitingFor: user) }
        return rowID
    }

    /// Whether a post that a change needs exists.
    ///
    /// - Returns: `false` when it does not: then the change is pending, or dropped if the post was
    ///   deleted.
    /// - Throws: `DatabaseError`.
    func contains(_ post: Post.ID, neededBy change: Change) throws -> Bool {
        if batch.addedPosts.contains(post) { return true }
        if try statement("SELECT 1 FROM post WHERE id = ?").exists(post) { return true }
        if try !isDeleted(post) { try insertPending(change, waitingFor: post) }
        return false
    }

    /// Stores a change until its user or post arrives; storing it twice has no effect.
    private func insertPending(
        _ change: Change,
        waitingFor dependency: any StatementArgument
    ) throws {
        batch.hasPendingChanges = true
        try statement("INSERT INTO waiting_change VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(dependency, JSONText.of(change))
    }

    /// Applies the changes that waited for a user or a post, in the order of their JSON.
    ///
    /// Unreadable ones stay; the doctor reports them.
    func applyPending(waitingFor dependency: any StatementArgument) throws {
        guard batch.hasPendingChanges else { return }
        let pending = try tables.pendingTexts(waitingFor: dependency)
            .compactMap { text in
                // The doctor reports an unreadable one.
                (try? Change(pending: text)).map { (text: text, change: $0) }
            }
        // First all are deleted, then all applied: a change may become pending again.
        let delete = try statement("DELETE FROM waiting_change WHERE dependency = ? AND change = ?")
        for (text, _) in pending { try delete.run(dependency, text) }
        for (_, change) in pending { try apply(change) }
    }

    /// Drops the pending change that would add a post or a comment that is being deleted.
    func dropPending(_ action: PendingAddition, _ id: PushID) throws {
        guard batch.hasPendingChanges else { return }
        try statement(
            """
            DELETE FROM waiting_change WHERE json_extract(change, '$.stamp') = ?
                AND json_type(change, '$.action.\(action.rawValue)') IS NOT NULL
            """
        )
        .run(id.description)
    }

    /// The changes that a deletion drops, by their keys in the JSON of a change.
    enum PendingAddition: String {
        case post = "postAdded"
        case comment = "commentAdded"
    }
}
