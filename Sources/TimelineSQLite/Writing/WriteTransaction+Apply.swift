import TimelineCore
import TimelineRecords

extension WriteTransaction {
    /// Applies a batch of validated changes: first the unsigned changes, then the records.
    ///
    /// Call this method only once per transaction. Changes may arrive in any order, more than once,
    /// and before the user or post to which they refer.
    ///
    /// The changes come from a `CheckedBatch`, so apart from conflicts between IDs, nothing is
    /// validated here.
    ///
    /// Each change writes only its own rows. Counts, words, tags, mentions and the commit are
    /// shared by the whole batch, so a batch of thousands of changes costs much less than thousands
    /// of batches.
    ///
    /// - Parameters:
    ///   - changes: The unsigned changes, in any order.
    ///   - records: The records, in any order.
    ///   - settle: Updates the shared data to match changes of private data before the epoch
    ///     advances, and returns whether there were any.
    /// - Throws: `TimelineError.identifierConflict` or `SQLiteError`.
    func apply(
        _ changes: [Change],
        _ records: [VerifiedRecord] = [],
        settling settle: () throws -> Bool = { false }
    ) throws {
        try changes.checkIdentifiers(isTaken: isTaken(by:))
        for change in changes { try apply(change) }
        // An item that was moved from the future may arrive again, but its old stamp must not be
        // restored.
        try tables.raiseNewestStamps(
            to: changes.filter { try $0.resolved(currentID) != nil }
        )
        let newestRecord = records.isEmpty ? nil : try apply(records)
        let newest = [changes.map(\.stamp).max(), newestRecord].compactMap(\.self).max()
        guard try settle() || newest != nil else { return }
        try finish(newest: newest ?? .min)
    }

    /// Writes the texts, the counts and the counters of the store.
    ///
    /// Call this method once, at the end of the batch. It advances the epoch by one, to the arrival
    /// number of the batch, even if no change had any effect.
    ///
    /// - Parameter newest: The newest stamp in the batch.
    /// - Throws: `SQLiteError`.
    func finish(newest: PushID = .min) throws {
        try writeTexts()
        try writeCounts()
        try statement("UPDATE clock SET newest = max(newest, ?), epoch = epoch + 1").run(newest)
    }

    /// Applies one change, or stores it as pending until its user or post arrives.
    ///
    /// The rules are applied in the same order as in every repository (`Change.readiness(_:)`):
    ///
    /// 1. The IDs of moved items are replaced. A change that would add a moved item is dropped,
    ///    because the item already exists.
    /// 2. Changes by a removed user are dropped, except for deletions.
    /// 3. Changes that add a deleted post or comment are dropped.
    /// 4. Finally, the user and the post to which the change refers determine whether it is
    ///    applied, becomes pending or is dropped.
    ///
    /// Applying a pending change calls this method again from `applyPending(waitingFor:)`, so one
    /// post may release a chain of changes.
    ///
    /// - Parameter unresolved: The change, with the IDs that its author used.
    /// - Throws: `SQLiteError`.
    func apply(_ unresolved: Change) throws {
        guard let change = try unresolved.resolved(currentID) else { return }
        if try isRemoved(change.author) { return try applyDeletion(change) }
        guard try !isDeleted(change) else { return }
        switch try change.readiness(existence(of:)) {
        case .ready: break
        case .pending(let dependency): return try insertPending(change, until: dependency)
        case .obsolete: return
        }
        switch change.action {
        case .profileUpdated(let update): try updateProfile(update, from: change)
        case .profileRemoved: try removeUser(change.author)
        case .postAdded(let content): try addPost(content, from: change)
        case .captionEdited(let post, let caption):
            try editCaption(of: post, to: caption, from: change)
        case .placeEdited(let post, let place):
            try editPlace(of: post, to: place, from: change)
        case .altEdited(let post, let photo, let alt):
            try editAlt(ofPhoto: photo, in: post, to: alt, from: change)
        case .postDeleted(let post): try deletePost(post)
        case .commentAdded(let post, let text):
            try addComment(text, on: post, from: change)
        case .commentDeleted(let comment): try deleteComment(comment)
        case .liked(let post): try setLike(true, of: post, from: change)
        case .unliked(let post): try setLike(false, of: post, from: change)
        case .followed(let user): try setFollow(true, of: user, from: change)
        case .unfollowed(let user): try setFollow(false, of: user, from: change)
        }
    }

    /// Applies a removed user's change if it is a deletion, and otherwise drops the change.
    ///
    /// A deletion that arrives before the removal must have the same effect as one that arrives
    /// after it.
    private func applyDeletion(_ change: Change) throws {
        switch change.action {
        case .postDeleted(let post): try deletePost(post)
        case .commentDeleted(let comment): try deleteComment(comment)
        default: break
        }
    }

    /// Returns whether a change adds a post or comment that has a tombstone.
    private func isDeleted(_ change: Change) throws -> Bool {
        switch change.action {
        case .postAdded: try isDeleted(Post.ID(change.stamp))
        case .commentAdded: try isDeleted(Comment.ID(change.stamp))
        default: false
        }
    }

    /// Returns whether a comment has a tombstone, without a lookup if the store has no such
    /// tombstones.
    private func isDeleted(_ comment: Comment.ID) throws -> Bool {
        guard batch.hasDeletedComments else { return false }
        return try statement("SELECT 1 FROM deleted_comment WHERE id = ?").exists(comment)
    }

    /// Returns whether a user has a tombstone, which is the user's row with `is_removed`.
    func isRemoved(_ user: User.ID) throws -> Bool {
        guard batch.hasRemovedUsers else { return false }
        return try statement("SELECT 1 FROM user WHERE uuid = ? AND is_removed").exists(user)
    }

    /// Returns whether a post has a tombstone.
    func isDeleted(_ post: Post.ID) throws -> Bool {
        guard batch.hasDeletedPosts else { return false }
        return try statement("SELECT 1 FROM deleted_post WHERE id = ?").exists(post)
    }

    /// Returns the current ID of a post or comment that was moved, or `nil` for all other items.
    ///
    /// A single lookup is sufficient, because a second move also updates the first alias (decision
    /// 18).
    func currentID(of id: PushID) throws -> PushID? {
        guard batch.hasMovedIDs else { return nil }
        return try statement("SELECT new FROM moved_id WHERE old = ?").first(id) { $0.pushID(0) }
    }
}
