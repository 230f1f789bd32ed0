/// The statistics of a session so far, for messages and for `sync status`.
public struct SessionSummary: Hashable, Sendable {
    /// The number of turns: requests with their replies.
    public internal(set) var turns = 0
    /// The number of bytes sent, including frame headers.
    public internal(set) var bytesSent = 0
    /// The number of bytes received, including frame headers.
    public internal(set) var bytesReceived = 0
    /// The records sent.
    public internal(set) var sent = RecordTally()
    /// The received records that became live.
    public internal(set) var accepted = RecordTally()
    /// The number of received records that were rejected.
    public internal(set) var recordsRejected = 0
    /// The number of received records whose posts are older than the store accepts.
    public internal(set) var recordsTooOld = 0
    /// The received records whose stamps are ahead of this device's clock, of which there are at
    /// most ``SessionLimits/futureRecords``.
    ///
    /// They will be offered again.
    public internal(set) var futureRecords: Set<FutureRecord> = []
    /// The number of received records that are malformed or have an invalid signature.
    public internal(set) var recordsInvalid = 0
    /// The number of records that the peer announced, but no longer held.
    public internal(set) var recordsLacking = 0
    /// The number of complete blobs received.
    public internal(set) var blobsReceived = 0
    /// The number of bytes of blobs received.
    public internal(set) var blobBytesReceived = 0
    /// The number of bytes of blobs sent.
    public internal(set) var blobBytesSent = 0
    /// The number of blobs that the peer does not hold.
    public internal(set) var blobsLacking = 0
    /// Whether originals were left out because of the budget.
    public internal(set) var isBudgetReached = false
    /// The difference between the clocks, if it exceeds ``SessionLimits/clockDifference``.
    public internal(set) var clockDifference: ClockDifference?
    /// Whether the store wants other scopes than at the start, or holds something of other users, so
    /// that another session is necessary.
    public internal(set) var hasNewScopes = false
    /// The last state of this store whose records the peer is known to hold, as far as both want
    /// them.
    public internal(set) var givenToken: SyncToken?
    /// Whether both stores had the same records at the end.
    public internal(set) var isEqual = false

    /// The number of records sent.
    public var recordsSent: Int { sent.total }
    /// The number of received records that became live.
    public var recordsAccepted: Int { accepted.total }

    /// Creates an empty summary.
    public init() {}
}
