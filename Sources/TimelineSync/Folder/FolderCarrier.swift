import TimelineCrypto
import TimelineRecords

/// Syncs a store through a folder that a USB stick or a cloud service carries to other devices.
///
/// Each device writes only its own packs, by renaming a complete temporary file, and never changes
/// them afterwards. A device writes the records that no pack in the folder contains.
public struct FolderCarrier<Store: SyncStore> {
    /// The number of packs of this device from which they are compacted into one.
    private static var compactionCount: Int { 8 }

    private let store: Store
    private let files: FolderFiles
    /// The memory of the packs that this device has read or written.
    ///
    /// Store the memory after each sync.
    public private(set) var memory: FolderMemory
    private var summary = FolderSummary()

    /// Creates a carrier.
    ///
    /// - Parameters:
    ///   - store: The store of this device.
    ///   - path: The path of the folder, which is created if necessary.
    ///   - seal: The seal of a folder that only a user's own devices share.
    ///   - memory: The memory after the last sync with the folder.
    public init(
        store: Store,
        path: String,
        seal: FolderSeal? = nil,
        memory: FolderMemory = FolderMemory()
    ) {
        self.store = store
        self.memory = memory
        files = FolderFiles(path: path, seal: seal)
    }

    /// Reads the packs of other devices, then writes the records and blobs that the folder lacks.
    ///
    /// - Parameters:
    ///   - time: The clocks of this device.
    ///   - blobBudget: The maximum size of all originals to read, in bytes.
    /// - Returns: A summary of the sync.
    /// - Throws: ``SyncError/store(code:)`` or ``SyncError/system(errno:)``. Damaged packs are part
    ///   of the summary.
    public mutating func sync(
        at time: SyncTime,
        blobBudget: UInt64 = .max
    ) throws(SyncError) -> FolderSummary {
        summary = FolderSummary()
        try readPacks(at: time)
        try writePacks()
        try compact()
        let selection = try selection()
        try readBlobs(selection, budget: blobBudget)
        try writeBlobs(selection)
        return summary
    }

    private func selection() throws(SyncError) -> RecordSelection {
        RecordSelection(scopes: try store.scopes(), users: try store.users())
    }

    // MARK: Packs

    private mutating func readPacks(at time: SyncTime) throws(SyncError) {
        let packs = try files.packs()
        let present = Set(packs)
        memory.packs = memory.packs.filter { present.contains($0.key) }
        // After a kill, the memory lacks packs that this device wrote. Unlike the packs of a copy of
        // the store, they contain no record of the own key that the store lacks.
        let unknown = packs.filter { $0.device == store.device && memory.packs[$0] == nil }
        var reads: Set<PackName> = []
        // A pack can contain keys for records in earlier packs, or add a new scope.
        var hasNews = true
        while hasNews {
            hasNews = false
            try noteScopes()
            for pack in packs where memory.packs[pack]?.isComplete != true {
                let accepted = summary.recordsAccepted
                let keys = try read(pack, at: time)
                if keys.contains(store.device), unknown.contains(pack),
                    !summary.foreignPacks.contains(pack)
                {
                    summary.foreignPacks.append(pack)
                }
                reads.insert(pack)
                if summary.recordsAccepted > accepted { hasNews = true }
            }
        }
        summary.packsRead = reads.count
    }

    /// Reads all packs again if the scopes have changed.
    private mutating func noteScopes() throws(SyncError) {
        let hash = ScopesHash(of: try store.scopes())
        guard memory.scopes != hash else { return }
        memory.scopes = hash
        for pack in memory.packs.keys { memory.packs[pack]?.isComplete = false }
    }

    /// Reads a pack, and returns the keys that signed its accepted records.
    private mutating func read(
        _ pack: PackName,
        at time: SyncTime
    ) throws(SyncError) -> Set<KeyID> {
        let encodings: [[UInt8]]
        do throws(SyncError) {
            encodings = try files.read(pack)
        } catch {
            if case .system = error { throw error }
            if !summary.damagedPacks.contains(pack) { summary.damagedPacks.append(pack) }
            return []
        }
        var intake = RecordIntake(store)
        let result = try intake.commit(
            encodings,
            answering: [],
            completed: [],
            at: time.milliseconds,
            introduced: try store.users(),
            acceptsFollowers: true
        )
        summary.accepted += result.accepted
        summary.recordsRejected += result.rejected
        summary.recordsTooOld += result.tooOld
        memory.packs[pack] = FolderMemory.Entry(
            records: result.verified,
            isComplete: result.future == 0 && !intake.hasPending
        )
        return result.acceptedKeys
    }

    private mutating func writePacks() throws(SyncError) {
        let inventory = try store.inventory(of: try selection())
        let present = memory.packs.values.reduce(into: Set<RecordID>()) { $0.formUnion($1.records) }
        let missing = Set(inventory.positions.map(\.id)).subtracting(present)
        try write(try store.records(withIDs: missing))
    }

    /// Writes records in as many packs as necessary, each with the introductions of its authors.
    private mutating func write(_ records: [VerifiedRecord]) throws(SyncError) {
        var rest = RecordRank.sorted(records)[...]
        while !rest.isEmpty {
            var byteCount = 0
            let part = rest.prefix { record in
                defer { byteCount += record.record.bodyBytes.count }
                return byteCount < Pack.turnover
            }
            rest = rest.dropFirst(part.count)
            let authors = Set(part.map(\.body.author))
            let all = Set(part).union(try store.introductions(of: authors))
            let pack = PackName(device: store.device, number: try nextNumber())
            try files.write(RecordRank.sorted(all), to: pack)
            memory.packs[pack] = FolderMemory.Entry(
                records: Set(all.map(\.id)),
                isComplete: true
            )
            summary.packsWritten += 1
            summary.written += RecordTally(all)
        }
    }

    private func nextNumber() throws(SyncError) -> UInt64 {
        let numbers = try files.packs().filter { $0.device == store.device }.map(\.number)
        return (numbers.max() ?? 0) + 1
    }

    /// Once this device has written many packs, replaces them with one that contains only live
    /// records.
    private mutating func compact() throws(SyncError) {
        let old = memory.packs.keys.filter { $0.device == store.device }
        guard old.count > Self.compactionCount, summary.foreignPacks.isEmpty else { return }
        let ids = old.reduce(into: Set<RecordID>()) {
            $0.formUnion(memory.packs[$1]?.records ?? [])
        }
        try write(try store.records(withIDs: ids))
        // The new pack is complete on disk, so a crash from here on loses nothing.
        for pack in old {
            try files.remove(pack)
            memory.packs[pack] = nil
        }
    }

    // MARK: Blobs

    private mutating func readBlobs(
        _ selection: RecordSelection,
        budget: UInt64
    ) throws(SyncError) {
        var budget = budget
        for wanted in try store.wantedBlobs(of: selection, limit: .max) {
            guard files.contains(wanted.blob) else {
                summary.blobsLacking += 1
                continue
            }
            guard wanted.isPreview || wanted.byteCount <= budget else { continue }
            let bytes: [UInt8]?
            do throws(SyncError) {
                bytes = try files.read(wanted.blob)
            } catch .damagedPack {
                bytes = nil
            }
            guard let bytes, UInt64(bytes.count) == wanted.byteCount else {
                summary.blobsLacking += 1
                continue
            }
            let rest = Array(bytes.dropFirst(Int(wanted.receivedByteCount)))
            _ = try store.appendBlob(wanted.blob, at: wanted.receivedByteCount, bytes: rest)
            guard try store.finishBlob(wanted.blob) else { continue }
            summary.blobsRead += 1
            if !wanted.isPreview { budget -= wanted.byteCount }
        }
    }

    private mutating func writeBlobs(_ selection: RecordSelection) throws(SyncError) {
        for blob in try store.heldBlobs(of: selection) where !files.contains(blob) {
            let bytes = try store.readBlob(blob, at: 0, count: .max, of: selection)
            guard let bytes else { continue }
            try files.write(bytes, to: blob)
            summary.blobsWritten += 1
        }
    }
}
