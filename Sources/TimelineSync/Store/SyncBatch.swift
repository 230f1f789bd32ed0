package import TimelineCore

/// The changes that one turn of a session or one pack makes to a store.
package struct SyncBatch: Sendable {
    /// The records to accept.
    package var accepted: [VerifiedRecord]
    /// The records to store as rejected.
    package var rejected: [RejectedRecord]
    /// The updated progress of first syncs.
    package var progress: [User.ID: FirstSyncProgress]

    /// Creates a batch.
    package init(
        accepted: [VerifiedRecord] = [],
        rejected: [RejectedRecord] = [],
        progress: [User.ID: FirstSyncProgress] = [:]
    ) {
        self.accepted = accepted
        self.rejected = rejected
        self.progress = progress
    }

    /// Whether the batch changes nothing.
    package var isEmpty: Bool { accepted.isEmpty && rejected.isEmpty && progress.isEmpty }
}
