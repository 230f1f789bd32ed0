import TimelineCore

/// The results of one sync with a folder.
package struct FolderSummary: Hashable, Sendable {
    /// The number of packs read.
    package internal(set) var packsRead = 0
    /// The number of packs written.
    package internal(set) var packsWritten = 0
    /// The paths of damaged files, in ascending order.
    ///
    /// They are incomplete, changed, sealed with a different key, unreadable, or not regular files.
    /// A cloud service may not have copied them completely, so they are read again in the next sync.
    package internal(set) var damagedFiles: [String] = []
    /// The paths of those damaged files that this device has replaced, in ascending order.
    package internal(set) var repairedFiles: [String] = []
    /// The packs under this device's key with records that were signed with it, but not here.
    ///
    /// Another device has the same key, for example after a backup was restored on it.
    package internal(set) var foreignPacks: [PackName] = []
    /// The records that became live.
    package internal(set) var accepted = RecordTally()
    /// The number of records rejected because of a block or a limit, or because they are unusable.
    package internal(set) var recordsRejected = 0
    /// The number of records read whose posts are older than the store accepts.
    package internal(set) var recordsTooOld = 0
    /// The records read whose stamps are ahead of this device's clock, of which there are at most
    /// ``SessionLimits/futureRecords``.
    ///
    /// They are read again in the next sync.
    package internal(set) var futureRecords: Set<FutureRecord> = []
    /// The records written.
    package internal(set) var written = RecordTally()
    /// The number of blobs read.
    package internal(set) var blobsRead = 0
    /// Whether originals were left out because of the budget.
    package internal(set) var isBudgetReached = false
    /// The number of blobs written.
    package internal(set) var blobsWritten = 0
    /// The number of wanted blobs that the folder does not contain, or only in part.
    package internal(set) var blobsLacking = 0

    /// The number of records that became live.
    package var recordsAccepted: Int { accepted.total }
    /// The number of records written.
    package var recordsWritten: Int { written.total }

    /// Creates an empty summary.
    package init() {}
}
