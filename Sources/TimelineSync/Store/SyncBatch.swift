public import TimelineCore

/// The changes that one turn of a session or one pack makes to a store.
public struct SyncBatch: Sendable {
    /// The records to accept.
    public var accepted: [VerifiedRecord]
    /// The records to store as rejected.
    public var rejected: [RejectedRecord]
    /// The updated progress of first syncs.
    public var progress: [User.ID: FirstSyncProgress]

    /// Creates a batch.
    public init(
        accepted: [VerifiedRecord] = [],
        rejected: [RejectedRecord] = [],
        progress: [User.ID: FirstSyncProgress] = [:]
    ) {
        self.accepted = accepted
        self.rejected = rejected
        self.progress = progress
    }

    /// Whether the batch changes nothing.
    public var isEmpty: Bool { accepted.isEmpty && rejected.isEmpty && progress.isEmpty }
}
