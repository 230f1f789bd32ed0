import TimelineCore

extension WriteTransaction {
    /// Returns the row ID of a user with a profile, or `nil` if the user has no profile.
    ///
    /// A row ID is looked up only once per batch. A missing profile is not cached, because a later
    /// change in the batch may add it.
    func rowID(of user: User.ID) throws -> Int64? {
        if let rowID = batch.users[user] { return rowID }
        let rowID = try tables.rowID(ofVisible: user)
        if let rowID { batch.users[user] = rowID }
        return rowID
    }

    /// Returns the state of a user or post to which a change refers.
    ///
    /// A user exists once a username has been set. Until then, the user is missing, even if the
    /// user already has a row because other changes have arrived before the profile.
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

    /// Stores a change until its user or post arrives, unless the change is already stored.
    ///
    /// A change that waits for two items is stored under the first missing item and is reconsidered
    /// when that item arrives.
    ///
    /// - Parameters:
    ///   - change: The change, which is encoded with sorted keys so that equal changes have equal
    ///     texts.
    ///   - dependency: The first user or post that is missing.
    /// - Throws: `SQLiteError`.
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

    /// Applies the changes that were waiting for a user or a post, in the order of their JSON.
    ///
    /// All repositories use the same order, although the laws of changes make it irrelevant. If a
    /// released post conflicts with a stored post, it is dropped without rejecting the batch,
    /// because the batch that released it did not cause the conflict (decision 2).
    ///
    /// Changes that cannot be decoded remain in the table, and the doctor reports them.
    ///
    /// - Parameter dependency: The ID of the user or post that has arrived or was removed.
    /// - Throws: `SQLiteError`.
    func applyPending(waitingFor dependency: any StatementArgument) throws {
        guard batch.hasPendingChanges else { return try projectPending(for: dependency) }
        let pending = try tables.pendingTexts(waitingFor: dependency)
            .compactMap { text in
                // The doctor reports changes that cannot be decoded.
                (try? Change(pending: text)).map { (text: text, change: $0) }
            }
        // Delete all changes before applying any, because a change may become pending again.
        let delete = try statement("DELETE FROM waiting_change WHERE dependency = ? AND change = ?")
        for (text, _) in pending { try delete.run(dependency, text) }
        for (_, change) in pending { try apply(change) }
        try projectPending(for: dependency)
    }

    /// Drops the pending change that would add a post or comment that is being deleted.
    ///
    /// The tombstone would later make the change ineffective, but dropping it now frees its space
    /// and its blobs.
    func dropPending(_ action: PendingAddition, withID id: PushID) throws {
        guard batch.hasPendingChanges else { return }
        try statement(
            """
            DELETE FROM waiting_change WHERE json_extract(change, '$.stamp') = ?
                AND json_type(change, '$.action.\(action.rawValue)') IS NOT NULL
            """
        )
        .run(id.description)
    }

    /// The kinds of pending changes that a deletion drops, with their keys in the JSON of a change.
    enum PendingAddition: String {
        /// A post that waits for its author.
        case post = "postAdded"
        /// A comment that waits for its post or its author.
        case comment = "commentAdded"
    }
}
