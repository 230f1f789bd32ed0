import TimelineCore
import TimelineCrypto

extension FolderCarrier {
    /// The number of packs of this device from which they are compacted into one.
    private static var compactionCount: Int { 8 }

    /// Writes the records that no intact pack contains.
    mutating func writePacks(_ files: FolderFiles) throws(SyncError) {
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
                defer { byteCount += record.bodyBytes.count }
                return byteCount < Pack.turnover
            }
            rest = rest.dropFirst(part.count)
            let isWhole = Dictionary(
                part.map { ($0.author, !selection.deletionScopes.contains($0.scope)) }
            ) { $0 || $1 }
            // Revocations may be long, and no reader needs them to verify the records.
            let introductions = try store.introductions(of: Set(isWhole.keys))
                .filter { $0.content.kind != .keyRevoked }
                .filter { $0.content.isSignedByRoot || isWhole[$0.author] == true }
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
    mutating func removeDamaged(
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
    mutating func compact(_ files: FolderFiles) throws(SyncError) {
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
}
