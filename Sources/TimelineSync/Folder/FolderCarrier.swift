package import TimelineCore
import TimelineCrypto

/// Syncs a store through a folder that a USB stick or a cloud service carries to other devices.
///
/// Each device writes only its own packs, under names that no other file has, and never changes them
/// afterwards. A device writes the records that no intact pack in the folder contains, and replaces
/// each damaged blob that it holds. A damaged file never prevents the use of the others.
package struct FolderCarrier<Store: SyncStore> {
    let store: Store
    private let path: String
    private let seal: FolderSeal?
    let formerDevices: Set<KeyID>
    let replaced: Set<RecordID>
    /// The memory of the packs that this device has read or written.
    ///
    /// Store the memory after each sync.
    package internal(set) var memory: FolderMemory
    var summary = FolderSummary()
    /// The bytes that have brought nothing in this sync: from the packs of each known device, and
    /// from those of all others together.
    var waste: [KeyID?: Int] = [:]
    let wasteLimit: Int
    /// The numbers of limited rejections, read once per sync because a store decodes all of them.
    var rejectionCounts: RejectionCounts?

    /// Creates a carrier.
    ///
    /// - Parameters:
    ///   - store: The store of this device.
    ///   - path: The path of the folder, which is created if necessary. It may be a link; links
    ///     below it are never followed.
    ///   - seal: The seal of a folder that only a user's own devices share.
    ///   - formerDevices: The revoked keys under which this device has written packs.
    ///   - replaced: The records from the future that this device has signed again since.
    ///   - memory: The memory after the last sync with the folder.
    package init(
        store: Store,
        path: String,
        seal: FolderSeal? = nil,
        formerDevices: Set<KeyID> = [],
        replaced: Set<RecordID> = [],
        memory: FolderMemory = FolderMemory()
    ) {
        self.init(
            store: store,
            path: path,
            seal: seal,
            formerDevices: formerDevices,
            replaced: replaced,
            memory: memory,
            wasteLimit: SessionLimits.wastedBytes
        )
    }

    /// Creates a carrier with another limit on useless records, for tests.
    init(
        store: Store,
        path: String,
        seal: FolderSeal? = nil,
        formerDevices: Set<KeyID> = [],
        replaced: Set<RecordID> = [],
        memory: FolderMemory = FolderMemory(),
        wasteLimit: Int
    ) {
        self.store = store
        self.formerDevices = formerDevices
        self.replaced = replaced
        self.memory = memory
        self.path = path
        self.seal = seal
        self.wasteLimit = wasteLimit
    }

    /// Reads the packs of other devices, then writes the records and blobs that the folder lacks.
    ///
    /// - Parameters:
    ///   - time: The clocks of this device.
    ///   - blobBudget: The maximum size of all originals to read, in bytes.
    /// - Returns: A summary of the sync.
    /// - Throws: ``SyncError/store(code:)``, or ``SyncError/system(errno:)`` if the folder as a whole
    ///   cannot be used. Damaged files are part of the summary.
    package mutating func sync(
        at time: SyncTime,
        blobBudget: UInt64 = .max
    ) throws(SyncError) -> FolderSummary {
        summary = FolderSummary()
        waste = [:]
        rejectionCounts = nil
        if try store.reviewRejections(at: time.milliseconds) { memory.scopes = nil }
        let files = try FolderFiles(path: path, seal: seal)
        // Blocks apply to the packs, and packs contain the keys of new devices.
        try readPrivateFiles(files)
        let damaged = try readPacks(files, at: time)
        try readPrivateFiles(files)
        try writePacks(files)
        try removeDamaged(damaged, files)
        try compact(files)
        for entry in memory.packs.values { summary.futureRecords.add(Array(entry.future)) }
        try writePrivateFile(files)
        let selection = try selection()
        let listing = try files.blobs(sweeping: store.device, at: time.milliseconds)
        for path in listing.faults { record(damaged: path) }
        let verified = try readBlobs(selection, files, listing, budget: blobBudget)
        try writeBlobs(selection, files, listing, verified: verified)
        return summary
    }

    /// Whether only devices of the store's user share the folder.
    var isOwn: Bool { seal != nil }

    func selection() throws(SyncError) -> RecordSelection {
        let scopes = try store.allScopes()
        return RecordSelection(
            scopes: scopes.wanted,
            deletionScopes: scopes.held,
            users: try store.users(),
            owner: isOwn ? store.user : nil
        )
    }

    /// Adds a damaged file to the summary, unless an error concerns the whole folder.
    mutating func record(_ fault: FolderError, of path: String) throws(SyncError) {
        if case .folder(let error) = fault { throw error }
        record(damaged: path)
    }

    mutating func record(damaged path: String) {
        summary.damagedFiles = (summary.damagedFiles.filter { $0 != path } + [path]).sorted()
    }

    mutating func record(repaired path: String) {
        record(damaged: path)
        summary.repairedFiles = (summary.repairedFiles + [path]).sorted()
    }

    // MARK: Private data

    /// Reads the private data of the user's other devices.
    private mutating func readPrivateFiles(_ files: FolderFiles) throws(SyncError) {
        guard isOwn else { return }
        let listing = try files.privateFiles()
        for path in listing.faults { record(damaged: path) }
        for device in listing.devices where device != store.device {
            let path = FolderFiles.path(ofPrivateDataOf: device)
            do throws(FolderError) {
                guard let file = try files.readPrivate(of: device) else { continue }
                if try receive(file, from: device) {
                    summary.damagedFiles.removeAll { $0 == path }
                } else {
                    record(damaged: path)
                }
            } catch {
                try record(error, of: path)
            }
        }
    }

    private func receive(_ file: [UInt8], from device: KeyID) throws(FolderError) -> Bool {
        do throws(SyncError) {
            return try store.receivePrivateFile(file, from: device)
        } catch {
            throw .folder(error)
        }
    }

    /// Writes the private data of this device, if the folder does not contain it yet.
    private mutating func writePrivateFile(_ files: FolderFiles) throws(SyncError) {
        guard isOwn else { return }
        let path = FolderFiles.path(ofPrivateDataOf: store.device)
        var present: [UInt8]?
        do throws(FolderError) {
            present = try files.readPrivate(of: store.device)
        } catch {
            // A damaged file is written again.
            if case .folder(let error) = error { throw error }
        }
        guard let file = try store.privateFile(replacing: present) else { return }
        do throws(FolderError) {
            try files.writePrivate(file, of: store.device)
        } catch {
            try record(error, of: path)
        }
    }
}

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
