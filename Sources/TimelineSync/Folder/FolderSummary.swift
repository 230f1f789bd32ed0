import TimelineCore

/// The results of one sync with a folder.
public struct FolderSummary: Hashable, Sendable {
    /// The number of packs read.
    public internal(set) var packsRead = 0
    /// The number of packs written.
    public internal(set) var packsWritten = 0
    /// The paths of damaged files, in ascending order.
    ///
    /// They are incomplete, changed, sealed with a different key, unreadable, or not regular files.
    /// A cloud service may not have copied them completely, so they are read again in the next sync.
    public internal(set) var damagedFiles: [String] = []
    /// The paths of those damaged files that this device has replaced, in ascending order.
    public internal(set) var repairedFiles: [String] = []
    /// The packs under this device's key with records that were signed with it, but not here.
    ///
    /// Another device has the same key, for example after a backup was restored on it.
    public internal(set) var foreignPacks: [PackName] = []
    /// The records that became live.
    public internal(set) var accepted = RecordTally()
    /// The number of records rejected because of a block or a limit, or because they are unusable.
    public internal(set) var recordsRejected = 0
    /// The number of records read whose posts are older than the store accepts.
    public internal(set) var recordsTooOld = 0
    /// The records read whose stamps are ahead of this device's clock, of which there are at most
    /// ``SessionLimits/futureRecords``.
    ///
    /// They are read again in the next sync.
    public internal(set) var futureRecords: Set<FutureRecord> = []
    /// The records written.
    public internal(set) var written = RecordTally()
    /// The number of blobs read.
    public internal(set) var blobsRead = 0
    /// Whether originals were left out because of the budget.
    public internal(set) var isBudgetReached = false
    /// The number of blobs written.
    public internal(set) var blobsWritten = 0
    /// The number of wanted blobs that the folder does not contain, or only in part.
    public internal(set) var blobsLacking = 0

    /// The number of records that became live.
    public var recordsAccepted: Int { accepted.total }
    /// The number of records written.
    public var recordsWritten: Int { written.total }

    /// Creates an empty summary.
    public init() {}
}
