import TimelineCore
import TimelineCrypto

extension FolderCarrier {
    /// The number of times that packs are listed again because others have removed some.
    private static var listingCount: Int { 3 }
    /// The number of times that packs are read because others have brought something new.
    ///
    /// Four suffice unless someone has arranged packs such that each makes the one before useful.
    private static var passCount: Int { 8 }

    /// Reads the packs, and returns the damaged ones of this device.
    mutating func readPacks(
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
            guard case .keyAdded(let certificate) = record.content else { continue }
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
            switch record.content {
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
        let live = try store.records(withIDs: Set(seen.map(\.id))).map { SignedRecord($0) }
        let held = seen.intersection(live)
        let rejected = try store.known(Set(seen.map(\.id)).subtracting(live.map(\.id)))
        let (scopes, users) = (try store.scopes(), try store.users())
        let new = records.filter { record, _ in
            let kind = record.content.kind
            return !held.contains(record) && !rejected.contains(record.id)
                && (scopes.contains(record.scope) || kind?.introducesAuthor == true
                    || kind?.isDeletion == true
                    || record.content.followedUser.map(users.contains) == true)
        }
        return (new.map(\.encoding), Set(held.map(\.id)), wastedByteCount)
    }
}
