import TimelineCrypto
package import TimelineCore

/// Syncs a store through a folder that a USB stick or a cloud service carries to other devices.
///
/// Each device writes only its own packs, under names that no other file has, and never changes them
/// afterwards. A device writes the records that no intact pack in the folder contains, and replaces
/// each damaged blob that it holds. A damaged file never prevents the use of the others.
package struct FolderCarrier<Store: SyncStore> {
    /// The number of packs of this device from which they are compacted into one.
    private static var compactionCount: Int { 8 }
    /// The number of times that packs are listed again because others have removed some.
    private static var listingCount: Int { 3 }
    /// The number of times that packs are read because others have brought something new.
    ///
    /// Four suffice unless someone has arranged packs such that each makes the one before useful.
    private static var passCount: Int { 8 }

    private let store: Store
    private let path: String
    private let seal: FolderSeal?
    private let formerDevices: Set<KeyID>
    private let replaced: Set<RecordID>
    /// The memory of the packs that this device has read or written.
    ///
    /// Store the memory after each sync.
    package private(set) var memory: FolderMemory
    private var summary = FolderSummary()
    /// The bytes that have brought nothing in this sync: from the packs of each known device, and
    /// from those of all others together.
    private var waste: [KeyID?: Int] = [:]
    private let wasteLimit: Int
    /// The numbers of limited rejections, read once per sync because a store decodes all of them.
    private var rejectionCounts: RejectionCounts?

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
    private var isOwn: Bool { seal != nil }

    private func selection() throws(SyncError) -> RecordSelection {
        let scopes = try store.allScopes()
        return RecordSelection(
            scopes: scopes.wanted,
            deletionScopes: scopes.held,
            users: try store.users(),
            owner: isOwn ? store.user : nil
        )
    }

    /// Adds a damaged file to the summary, unless an error concerns the whole folder.
    private mutating func record(_ fault: FolderError, of path: String) throws(SyncError) {
        if case .folder(let error) = fault { throw error }
        record(damaged: path)
    }

    private mutating func record(damaged path: String) {
        summary.damagedFiles = (summary.damagedFiles.filter { $0 != path } + [path]).sorted()
    }

    private mutating func record(repaired path: String) {
        record(damaged: path)
        summary.repairedFiles = (summary.repairedFiles + [path]).sorted()
    }

    // MARK: Packs

    /// Reads the packs, and returns the damaged ones of this device.
    private mutating func readPacks(
        _ files: FolderFiles,
        at time: SyncTime
    ) throws(SyncError) -> [PackName] {
        var listing = try files.packs()
        for path in listing.faults { record(damaged: path) }
        memory.packs = memory.packs.filter { listing.packs[$0.key] == $0.value.stamp }
        // After a kill, the memory lacks packs that this device wrote. Unlike the packs of a copy of
        // the store, they contain no record of the own key that the store lacks.
        let unknown = Set(listing.packs.keys.filter { $0.device == store.device })
            .subtracting(memory.packs.keys)
        var reads: Set<PackName> = []
        var damaged: Set<PackName> = []
        var excess: Set<PackName> = []
        var listings = 1
        // A pack can contain keys for records in earlier packs, or add a new scope.
        var (hasNews, passes) = (true, 0)
        while hasNews, passes < Self.passCount {
            hasNews = false
            passes += 1
            var hasVanished = false
            try noteScopes()
            for (pack, writer) in try unreadPacks(of: listing, at: time) {
                guard let stamp = listing.packs[pack], !damaged.contains(pack) else { continue }
                // Whatever a pack leaves over, reading it again costs its whole length.
                let isAgain = memory.packs[pack]?.isComplete == true
                let cost = waste[writer, default: 0] + (isAgain ? Int(stamp.byteCount) : 0)
                guard cost <= wasteLimit else {
                    excess.insert(pack)
                    continue
                }
                excess.remove(pack)
                waste[writer] = cost
                let accepted = summary.recordsAccepted
                let encodings: [[UInt8]]?
                do throws(FolderError) {
                    encodings = try files.read(pack)
                } catch {
                    if case .folder(let error) = error { throw error }
                    damaged.insert(pack)
                    memory.packs[pack] = nil
                    reads.insert(pack)
                    continue
                }
                guard let encodings else {
                    // The device has just replaced it by another one.
                    memory.packs[pack] = nil
                    hasVanished = true
                    continue
                }
                let keys = try commit(encodings, of: pack, stamp, by: writer, at: time)
                if keys.contains(store.device), unknown.contains(pack),
                    !summary.foreignPacks.contains(pack)
                {
                    summary.foreignPacks.append(pack)
                }
                reads.insert(pack)
                if summary.recordsAccepted > accepted { hasNews = true }
            }
            if hasVanished, listings < Self.listingCount {
                listing = try files.packs()
                memory.packs = memory.packs.filter { listing.packs[$0.key] == $0.value.stamp }
                listings += 1
                hasNews = true
            }
        }
        summary.packsRead = reads.count
        let others = damaged.filter { $0.device != store.device }
            .union(excess.intersection(listing.packs.keys))
        summary.damagedFiles = Set(summary.damagedFiles + others.map { FolderFiles.path(of: $0) })
            .sorted()
        return damaged.filter { $0.device == store.device }.sorted()
    }

    /// Returns the packs to read, and the devices of those that known devices have written.
    ///
    /// Known are the devices of the store's users and of those that they follow. Their packs come
    /// first, and new packs come before those that left something over.
    private func unreadPacks(
        of listing: FolderFiles.Listing,
        at time: SyncTime
    ) throws(SyncError) -> [(pack: PackName, writer: KeyID?)] {
        let token = try store.token()
        var unread: [(pack: PackName, due: UInt64)] = []
        for pack in listing.packs.keys {
            guard let known = memory.packs[pack], known.isComplete else {
                unread.append((pack, 0))
                continue
            }
            guard known.isDue(at: time.milliseconds, in: token) else { continue }
            unread.append((pack, known.due ?? .max))
        }
        guard !unread.isEmpty else { return [] }
        var devices: Set<KeyID> = []
        for record in try store.keyRecords(of: store.scopes()) {
            guard case .keyAdded(let certificate) = record.body.content else { continue }
            devices.insert(certificate.device.id)
        }
        unread.sort { ($0.due, $0.pack) < ($1.due, $1.pack) }
        let known = unread.filter { devices.contains($0.pack.device) }
        let others = unread.filter { !devices.contains($0.pack.device) }
        return known.map { ($0.pack, $0.pack.device) } + others.map { ($0.pack, nil) }
    }

    /// Reads all packs again if the scopes have changed.
    private mutating func noteScopes() throws(SyncError) {
        let hash = ScopesHash(of: try store.scopes())
        guard memory.scopes != hash else { return }
        memory.scopes = hash
        rereadPacks()
    }

    /// Reads all packs again, because records in them may be accepted now.
    private mutating func rereadPacks() {
        for pack in memory.packs.keys { memory.packs[pack]?.isComplete = false }
        rejectionCounts = nil
    }

    /// Accepts the records of a pack, and returns the keys that signed the accepted ones.
    private mutating func commit(
        _ encodings: [[UInt8]],
        of pack: PackName,
        _ stamp: FileStamp,
        by writer: KeyID?,
        at time: SyncTime
    ) throws(SyncError) -> Set<KeyID> {
        let new = try newRecords(in: encodings)
        var intake = RecordIntake(store, rejectionCounts: rejectionCounts)
        let isRevoked = isOwn ? try isRevoked(pack.device) : true
        let result = try intake.commit(
            new.encodings,
            answering: [],
            completed: [],
            at: time.milliseconds,
            introduced: try store.users(),
            followers: isRevoked == false ? .ownDevice : .anyone
        )
        summary.accepted += result.accepted
        summary.recordsRejected += result.rejected
        summary.recordsTooOld += result.tooOld
        rejectionCounts = intake.rejectionCounts
        waste[writer, default: 0] += new.wastedByteCount + result.wastedByteCount
        var entry = FolderMemory.Entry(
            records: new.held.union(result.verified),
            isComplete: true,
            stamp: stamp
        )
        entry.future.add(result.future)
        entry.due = result.due
        if intake.hasPending || isRevoked == nil { entry.lacking = try store.token() }
        memory.packs[pack] = entry
        if result.revokesKeys { rereadPacks() }
        return result.acceptedKeys
    }

    /// Returns whether a device of the store's user has been revoked, or `nil` if it is not known to
    /// belong to the user, because its key may arrive later.
    private func isRevoked(_ device: KeyID) throws(SyncError) -> Bool? {
        var isRevoked: Bool?
        for record in try store.introductions(of: [store.user]) {
            switch record.body.content {
            case .keyAdded(let certificate) where certificate.device.id == device:
                isRevoked = isRevoked ?? false
            case .keyRevoked(let part) where part.key == device: isRevoked = true
            default: break
            }
        }
        return isRevoked
    }

    /// Returns those records of a pack that must be verified, and the IDs of those that the store
    /// holds with the same signature.
    ///
    /// Records that the store never wants are left out before their signatures are verified, because
    /// the packs of a folder may contain those of many users that nobody here follows.
    private func newRecords(
        in encodings: [[UInt8]]
    ) throws(SyncError) -> (encodings: [[UInt8]], held: Set<RecordID>, wastedByteCount: Int) {
        var wastedByteCount = 0
        var records: [(record: SignedRecord, encoding: [UInt8])] = []
        var seen: Set<SignedRecord> = []
        for encoding in encodings {
            // Malformed records have no ID.
            if let record = try? SignedRecord(decoding: encoding), seen.insert(record).inserted {
                records.append((record, encoding))
            } else {
                wastedByteCount += encoding.count
            }
        }
        let live = try store.records(withIDs: Set(seen.map(\.id))).map(\.record)
        let held = seen.intersection(live)
        let rejected = try store.known(Set(seen.map(\.id)).subtracting(live.map(\.id)))
        let (scopes, users) = (try store.scopes(), try store.users())
        let new = records.filter { record, _ in
            let (body, kind) = (record.body, record.body.content.kind)
            return !held.contains(record) && !rejected.contains(record.id)
                && (scopes.contains(body.scope) || body.content.isSignedByRoot
                    || kind == .profileSet || kind?.isDeletion == true
                    || body.content.followedUser.map(users.contains) == true)
        }
        return (new.map(\.encoding), Set(held.map(\.id)), wastedByteCount)
    }

    /// Writes the records that no intact pack contains.
    private mutating func writePacks(_ files: FolderFiles) throws(SyncError) {
        let selection = try selection()
        let inventory = try store.inventory(of: selection)
        let present = memory.packs.values.reduce(into: Set<RecordID>()) { $0.formUnion($1.records) }
        let missing = Set(inventory.positions.map(\.id)).subtracting(present)
        _ = try write(try store.records(withIDs: missing), of: selection, files)
    }

    /// Writes records in as many packs as necessary, each with the introductions of its authors.
    ///
    /// Deletions that are selected for themselves are accompanied by keys only.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - selection: The selection that contains them.
    ///   - files: The folder.
    /// - Returns: Whether everything was written. If not, the folder of this device is damaged.
    /// - Throws: ``SyncError``.
    private mutating func write(
        _ records: [VerifiedRecord],
        of selection: RecordSelection,
        _ files: FolderFiles
    ) throws(SyncError) -> Bool {
        var rest = RecordRank.sorted(records)[...]
        while !rest.isEmpty {
            var byteCount = 0
            let part = rest.prefix { record in
                defer { byteCount += record.record.bodyBytes.count }
                return byteCount < Pack.turnover
            }
            rest = rest.dropFirst(part.count)
            let isWhole = Dictionary(
                part.map { ($0.body.author, !selection.deletionScopes.contains($0.body.scope)) }
            ) { $0 || $1 }
            // Revocations may be long, and no reader needs them to verify the records.
            let introductions = try store.introductions(of: Set(isWhole.keys))
                .filter { $0.body.content.kind != .keyRevoked }
                .filter { $0.body.content.isSignedByRoot || isWhole[$0.body.author] == true }
            let all = Set(part).union(introductions)
            do throws(FolderError) {
                let (pack, stamp) = try add(RecordRank.sorted(all), files)
                memory.packs[pack] = FolderMemory.Entry(
                    records: Set(all.map(\.id)),
                    isComplete: true,
                    stamp: stamp
                )
            } catch {
                try record(error, of: "devices/\(store.device)")
                return false
            }
            summary.packsWritten += 1
            summary.written += RecordTally(all)
        }
        return true
    }

    /// Writes a pack under a name that no other process takes, and returns the name.
    private func add(
        _ records: [VerifiedRecord],
        _ files: FolderFiles
    ) throws(FolderError) -> (PackName, FileStamp) {
        var numbers: Set<UInt64>
        do throws(SyncError) {
            numbers = Set(
                try files.packs().packs.keys.filter { $0.device == store.device }.map(\.number)
            )
        } catch {
            throw .folder(error)
        }
        while true {
            // Others may have placed a file under the highest number.
            let next = (numbers.max() ?? 0) + 1
            let number =
                next <= PackName.maximumNumber
                ? next : (1...PackName.maximumNumber).first { !numbers.contains($0) } ?? next
            let pack = PackName(device: store.device, number: number)
            if let stamp = try files.write(records, to: pack) { return (pack, stamp) }
            guard numbers.insert(number).inserted else { throw .file }
        }
    }

    /// Removes damaged packs of this device, after their records have been written again.
    private mutating func removeDamaged(
        _ packs: [PackName],
        _ files: FolderFiles
    ) throws(SyncError) {
        for pack in packs {
            let path = FolderFiles.path(of: pack)
            guard !summary.damagedFiles.contains("devices/\(store.device)") else {
                record(damaged: path)
                continue
            }
            do throws(FolderError) {
                try files.remove(pack)
                record(repaired: path)
            } catch {
                try record(error, of: path)
            }
        }
    }

    /// Replaces the packs of this device with one that contains only live records, once it has
    /// written many, or if they contain records from the future that it has signed again.
    ///
    /// Such records may be in packs of a former key of this device. Other records from the future are
    /// right if this clock is behind, and these packs may be the only place that has them.
    private mutating func compact(_ files: FolderFiles) throws(SyncError) {
        let old = formerDevices.union([store.device])
            .flatMap { device in
                let packs = memory.packs.filter { name, entry in
                    name.device == device && entry.future.count < SessionLimits.futureRecords
                        && entry.future.allSatisfy { replaced.contains($0.id) }
                }
                let isDated = packs.values.contains { !$0.future.isEmpty }
                let isLong = device == store.device && packs.count > Self.compactionCount
                return isDated || isLong ? Array(packs.keys) : []
            }
        guard !old.isEmpty, summary.foreignPacks.isEmpty else { return }
        let ids = old.reduce(into: Set<RecordID>()) {
            $0.formUnion(memory.packs[$1]?.records ?? [])
        }
        guard try write(try store.records(withIDs: ids), of: try selection(), files) else { return }
        // The new pack is complete on disk, so a crash from here on loses nothing.
        for pack in old {
            do throws(FolderError) {
                try files.remove(pack)
            } catch {
                try record(error, of: FolderFiles.path(of: pack))
            }
            memory.packs[pack] = nil
        }
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

    // MARK: Blobs

    /// Reads the blobs that the store lacks, and returns the intact ones.
    private mutating func readBlobs(
        _ selection: RecordSelection,
        _ files: FolderFiles,
        _ listing: FolderFiles.Listing,
        budget: UInt64
    ) throws(SyncError) -> Set<BlobID> {
        var budget = budget
        let wide = RecordSelection(
            scopes: selection.scopes,
            users: selection.users.union(try store.followers())
        )
        var verified: Set<BlobID> = []
        var (batch, size): ([WantedBlob], UInt64) = ([], 0)
        for wanted in try store.wantedBlobs(of: wide, limit: .max) {
            guard let received = try store.receivedByteCount(of: wanted.blob) else { continue }
            if received < wanted.byteCount {
                guard listing.blobs[wanted.blob] != nil else {
                    summary.blobsLacking += 1
                    continue
                }
                guard wanted.isPreview || wanted.byteCount <= budget else {
                    summary.isBudgetReached = true
                    continue
                }
                guard try copy(wanted, after: received, files) else {
                    summary.blobsLacking += 1
                    continue
                }
                verified.insert(wanted.blob)
                if !wanted.isPreview { budget -= wanted.byteCount }
            }
            batch.append(wanted)
            size += wanted.byteCount
            guard size >= UInt64(SessionLimits.turnBlobs) else { continue }
            // Parts that an earlier sync has completed were not deducted.
            budget += min(try finish(batch), .max - budget)
            (batch, size) = ([], 0)
        }
        _ = try finish(batch)
        return verified
    }

    /// Copies a blob to the store, which checks it later, and returns whether it is complete.
    private mutating func copy(
        _ wanted: WantedBlob,
        after received: UInt64,
        _ files: FolderFiles
    ) throws(SyncError) -> Bool {
        let bytes: [UInt8]?
        do throws(FolderError) {
            bytes = try files.read(wanted.blob)
        } catch {
            try record(error, of: FolderFiles.path(of: wanted.blob))
            return false
        }
        // A record may state a wrong size.
        guard let bytes, UInt64(bytes.count) == wanted.byteCount else { return false }
        let rest = Array(bytes.dropFirst(Int(received)))
        let end = try store.appendBlob(
            wanted.blob,
            at: received,
            bytes: rest,
            of: wanted.byteCount
        )
        return end == wanted.byteCount
    }

    /// Adds blobs to the store, and returns the total size of originals with wrong bytes.
    private mutating func finish(_ batch: [WantedBlob]) throws(SyncError) -> UInt64 {
        let added = try store.finishBlobs(batch.map(\.blob))
        summary.blobsRead += added.count
        return batch.filter { !$0.isPreview && !added.contains($0.blob) }
            .reduce(0) { $0 + $1.byteCount }
    }

    /// Writes the blobs that the folder lacks, and replaces those with a wrong size and those that
    /// have changed to other bytes since they were last checked.
    private mutating func writeBlobs(
        _ selection: RecordSelection,
        _ files: FolderFiles,
        _ listing: FolderFiles.Listing,
        verified: Set<BlobID>
    ) throws(SyncError) {
        var checked = listing.blobs.values.map(\.changed).max() ?? 0
        var isChecked = true
        var (batch, size): ([(blob: BlobID, bytes: [UInt8])], Int) = ([], 0)
        for (blob, byteCount) in try store.heldBlobs(of: selection).sorted(by: { $0.key < $1.key })
        where !listing.hasFault(of: blob) {
            let stamp = listing.blobs[blob]
            if let stamp, stamp.byteCount == files.byteCount(ofBlobOf: byteCount) {
                let isUnchanged = memory.blobsChecked == 0 || stamp.changed <= memory.blobsChecked
                if isUnchanged || verified.contains(blob) { continue }
                if try isIntact(blob, files) { continue }
            }
            let bytes = try store.readBlob(blob, at: 0, count: .max, of: selection)
            guard let bytes, UInt64(bytes.count) == byteCount else { continue }
            batch.append((blob, bytes))
            size += bytes.count
            guard size >= SessionLimits.turnBlobs else { continue }
            isChecked = try write(batch, files, listing, &checked) && isChecked
            (batch, size) = ([], 0)
        }
        isChecked = try write(batch, files, listing, &checked) && isChecked
        if isChecked { memory.blobsChecked = max(memory.blobsChecked, checked) }
    }

    /// Writes blobs together, or one by one if one of them cannot be written.
    ///
    /// - Parameters:
    ///   - batch: The blobs and their bytes.
    ///   - files: The folder.
    ///   - listing: The blobs of the folder before.
    ///   - checked: The time of the last change of a checked file.
    /// - Returns: Whether all were written.
    /// - Throws: ``SyncError/system(errno:)`` if the folder as a whole cannot be used.
    private mutating func write(
        _ batch: [(blob: BlobID, bytes: [UInt8])],
        _ files: FolderFiles,
        _ listing: FolderFiles.Listing,
        _ checked: inout UInt64
    ) throws(SyncError) -> Bool {
        var failed: Set<BlobID> = []
        do throws(FolderError) {
            try files.write(batch)
        } catch {
            if case .folder(let error) = error { throw error }
            for (blob, bytes) in batch {
                do throws(FolderError) {
                    _ = try files.write(bytes, to: blob)
                } catch {
                    try record(error, of: FolderFiles.path(of: blob))
                    failed.insert(blob)
                }
            }
        }
        for (blob, _) in batch where !failed.contains(blob) {
            if let stamp = files.stamp(of: blob) { checked = max(checked, stamp.changed) }
            summary.blobsWritten += 1
            if listing.blobs[blob] != nil { record(repaired: FolderFiles.path(of: blob)) }
        }
        return failed.isEmpty
    }

    /// Reads a blob and returns whether it has the right bytes.
    private func isIntact(_ blob: BlobID, _ files: FolderFiles) throws(SyncError) -> Bool {
        do throws(FolderError) {
            return try files.read(blob) != nil
        } catch {
            if case .folder(let error) = error { throw error }
            return false
        }
    }
}
