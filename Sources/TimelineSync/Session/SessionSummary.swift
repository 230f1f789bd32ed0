package import TimelineCore

/// The statistics of a session so far, for messages and for `sync status`.
package struct SessionSummary: Hashable, Sendable {
    /// The number of turns: requests with their replies.
    package internal(set) var turns = 0
    /// The number of bytes sent, including frame headers.
    package internal(set) var bytesSent = 0
    /// The number of bytes received, including frame headers.
    package internal(set) var bytesReceived = 0
    /// The records sent.
    package internal(set) var sent = RecordTally()
    /// The received records that became live.
    package internal(set) var accepted = RecordTally()
    /// The number of received records that were rejected.
    package internal(set) var recordsRejected = 0
    /// The number of received records whose posts are older than the store accepts.
    package internal(set) var recordsTooOld = 0
    /// The received records whose stamps are ahead of this device's clock, of which there are at
    /// most ``SessionLimits/futureRecords``.
    ///
    /// They will be offered again.
    package internal(set) var futureRecords: Set<FutureRecord> = []
    /// The number of received records that are malformed or have an invalid signature.
    package internal(set) var recordsInvalid = 0
    /// The number of records that the peer reserved, but no longer held.
    package internal(set) var recordsLacking = 0
    /// The number of complete blobs received.
    package internal(set) var blobsReceived = 0
    /// The number of bytes of blobs received.
    package internal(set) var blobBytesReceived = 0
    /// The number of bytes of blobs sent.
    package internal(set) var blobBytesSent = 0
    /// The number of blobs that the peer does not hold.
    package internal(set) var blobsLacking = 0
    /// Whether originals were left out because of the budget.
    package internal(set) var isBudgetReached = false
    /// The difference between the clocks, if it exceeds ``SessionLimits/clockDifference``.
    package internal(set) var clockDifference: ClockDifference?
    /// Whether the store wants other scopes than at the start, or holds something of other users, so
    /// that another session is necessary.
    package internal(set) var hasNewScopes = false
    /// The last state of this store whose records the peer is known to hold, as far as both want
    /// them.
    package internal(set) var givenToken: SyncToken?
    /// Whether both stores had the same records at the end.
    package internal(set) var isEqual = false

    /// The number of records sent.
    package var recordsSent: Int { sent.total }
    /// The number of received records that became live.
    package var recordsAccepted: Int { accepted.total }

    /// Creates an empty summary.
    package init() {}
}

/// The outcome of a session.
package enum SessionOutcome: Hashable, Sendable {
    /// Both sides need nothing more from each other.
    case finished
    /// The session ended early. The next session finds the remaining differences.
    case failed(SyncError)
}
