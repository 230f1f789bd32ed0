public import Foundation
public import TimelineCore

/// The results of one sync.
public struct SyncReport: Hashable, Sendable {
    /// The user of the other device, or `nil` for a folder.
    public internal(set) var peer: User.ID?
    /// The key ID of the other device, or `nil` for a folder.
    public internal(set) var peerDevice: KeyID?
    /// The records that arrived and are live.
    public internal(set) var received = RecordTally()
    /// The records sent.
    public internal(set) var sent = RecordTally()
    /// The number of records rejected because of a block or a limit, or because they are unusable.
    public internal(set) var recordsRejected = 0
    /// The number of records left out because their posts are older than the store's limit.
    public internal(set) var recordsTooOld = 0
    /// The full-size pictures removed afterwards to keep within the limit of the store.
    public internal(set) var removedPictures = RemovedPictures()
    /// The number of records with stamps ahead of this device's clock, which will be offered again.
    public internal(set) var recordsFromFuture = 0
    /// The number of records that are malformed or have an invalid signature.
    public internal(set) var recordsInvalid = 0
    /// The number of complete pictures and previews that arrived.
    public internal(set) var blobsReceived = 0
    /// The number of pictures and previews written to a folder, or `nil` for a device.
    public internal(set) var blobsSent: Int?
    /// The number of bytes sent, or `nil` for a folder.
    public internal(set) var bytesSent: Int?
    /// The number of bytes received, or `nil` for a folder.
    public internal(set) var bytesReceived: Int?
    /// Whether both sides had the same records when the sync ended, no picture was left out because
    /// of the budget, and a folder contained all wanted pictures.
    public internal(set) var isEqual = false
    /// Whether the set of users whose posts the store wants changed during the sync, so that
    /// another sync is necessary.
    public internal(set) var needsAnotherSync = false
    /// Whether pictures were left out because of the budget.
    public internal(set) var isBudgetReached = false
    /// The clock of the other device minus that of this one, in seconds, if they differ by more
    /// than two minutes.
    public internal(set) var clockDifference: TimeInterval?
    /// Whose clock is wrong, or `nil` if all agree.
    ///
    /// It also takes the last syncs with other devices into account.
    public internal(set) var clock: ClockVerdict?
    /// The paths of the files in the folder that are damaged: incomplete, changed, sealed with
    /// another key, unreadable, or not regular files.
    ///
    /// A sync is equal only if this device has replaced all of them.
    public internal(set) var damagedFiles: [String] = []
    /// The paths of those damaged files that this device has replaced.
    public internal(set) var repairedFiles: [String] = []
    /// Whether another device uses this device's key, for example after a backup was restored on it.
    public internal(set) var isKeyUsedElsewhere = false

    /// The number of records that arrived and are live.
    public var recordsReceived: Int { received.total }
    /// The number of records sent.
    public var recordsSent: Int { sent.total }

    /// Creates an empty report.
    public init() {}

    init(_ summary: SessionSummary) {
        received = summary.accepted
        sent = summary.sent
        recordsRejected = summary.recordsRejected
        recordsTooOld = summary.recordsTooOld
        recordsFromFuture = summary.futureRecords.count
        recordsInvalid = summary.recordsInvalid
        blobsReceived = summary.blobsReceived
        bytesSent = summary.bytesSent
        bytesReceived = summary.bytesReceived
        isEqual = summary.isEqual && !summary.isBudgetReached
        needsAnotherSync = summary.hasNewScopes
        isBudgetReached = summary.isBudgetReached
        clockDifference = summary.clockDifference.map { Double($0.milliseconds) / 1000 }
    }

    init(_ summary: FolderSummary) {
        received = summary.accepted
        sent = summary.written
        recordsRejected = summary.recordsRejected
        recordsTooOld = summary.recordsTooOld
        recordsFromFuture = summary.futureRecords.count
        blobsReceived = summary.blobsRead
        blobsSent = summary.blobsWritten
        damagedFiles = summary.damagedFiles
        repairedFiles = summary.repairedFiles
        isKeyUsedElsewhere = !summary.foreignPacks.isEmpty
        isBudgetReached = summary.isBudgetReached
        isEqual =
            repairedFiles == damagedFiles && summary.blobsLacking == 0 && !isBudgetReached
            && !isKeyUsedElsewhere
            && recordsFromFuture == 0
    }
}
