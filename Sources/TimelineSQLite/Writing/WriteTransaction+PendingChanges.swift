import TimelineCore

extension WriteTransaction {
    /// The row ID of a user with a profile, looked up once per batch; `nil` without one.
    ///
    /// An absence is not cached: a later change of the batch may add the profile.
    func rowID(of user: User.ID) throws -> Int64? {
        if let rowID = batch.users[user] { return rowID }
        let rowID = try tables.rowID(ofVisible: user)
        if let rowID { batch.users[user] = rowID }
        return rowID
    }

    /// The state of a user or post that a change refers to.
    ///
    /// A user exists from the first username on. A user with a row and no username is missing, like
    /// one without a row: other changes of theirs, or stamps, have arrived before the profile.
    func existence(of dependency: Dependency) throws -> Existence {
        switch dependency {
        case .user(let user):
            if try rowID(of: user) != nil { return .present }
            return try isRemoved(user) ? .deleted : .missing
        case .post(let post):
            if batch.addedPosts.contains(post) { return .present }
            if try statement("SELECT 1 FROM post WHERE id = ?").exists(post) { return .present }
            return try isDeleted(post) ? .deleted : .missing
        }
    }

    /// Stores a change until its user or post arrives; storing it twice has no effect.
    ///
    /// A change that waits for two waits for the first, and is decided again when that has arrived.
    ///
    /// - Parameters:
    ///   - change: the change, which is encoded with sorted keys, so equal changes have equal
    ///     texts.
    ///   - dependency: the first user or post that is missing.
    /// - Throws: `DatabaseError`.
    func insertPending(_ change: Change, until dependency: Dependency) throws {
        batch.hasPendingChanges = true
        let key: any StatementArgument =
            switch dependency {
            case .user(let user): user
            case .post(let post): post
            }
        try statement("INSERT INTO waiting_change VALUES (?, ?) ON CONFLICT DO NOTHING")
            .run(key, JSONText.of(change))
    }

    /// Applies the changes that waited for a user or a post, in the order of their JSON.
    ///
    /// The order is fixed, so all repositories release them alike, though the laws make it
    /// irrelevant. A released post that conflicts with a stored one is dropped, not rejected: the
    /// batch that released it did not cause the conflict (decision 2).
    ///
    /// Unreadable ones stay; the doctor reports them.
    ///
    /// - Parameter dependency: the ID of the user or post that has arrived or was removed.
    /// - Throws: `DatabaseError`.
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
    ///
    /// The tombstone would make it ineffective later; dropping it frees its space, and its blobs.
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
        /// A post that waits for its author.
        case post = "postAdded"
        /// A comment that waits for its post or its author.
        case comment = "commentAdded"
    }
}
