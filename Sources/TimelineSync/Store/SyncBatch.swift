public import TimelineRecords

/// A change of a store by one turn of a session, or by one pack.
public struct SyncBatch: Sendable {
    /// The records to accept.
    public var accepted: [VerifiedRecord]
    /// The records to note as rejected.
    public var rejected: [RejectedRecord]
    /// The new progress of first syncs.
    public var progress: [RecordUserID: FirstSyncProgress]

    /// Creates a batch.
    public init(
        accepted: [VerifiedRecord] = [],
        rejected: [RejectedRecord] = [],
        progress: [RecordUserID: FirstSyncProgress] = [:]
    ) {
        self.accepted = accepted
        self.rejected = rejected
        self.progress = progress
    }

    /// Whether the batch changes nothing.
    public var isEmpty: Bool { accepted.isEmpty && rejected.isEmpty && progress.isEmpty }
}
