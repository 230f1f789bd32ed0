package import TimelineCore

/// The progress of the first sync of a scope, which proceeds from the newest record to the oldest.
package enum FirstSyncProgress: Hashable, Sendable {
    /// All records down to and including a position have been received.
    case receivedDown(to: RecordPosition)
    /// All records have been received. From now on, the scope is reconciled.
    case complete
}
