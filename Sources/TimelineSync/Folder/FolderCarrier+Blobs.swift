import TimelineCore
import TimelineCrypto

extension FolderCarrier {
    /// Reads the blobs that the store lacks, and returns the intact ones.
    mutating func readBlobs(
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
    mutating func writeBlobs(
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
