import Foundation

extension TimelineEngine {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair defects that can be repaired without losing data.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - progress: Called after each photo with the number of photos checked so far and the total
    ///     number.
    /// - Returns: The findings, including those that were repaired. The list is empty if the store
    ///   has no defects.
    /// - Throws: A storage error.
    func examine(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> [HealthFinding] {
        try await upkeep.run {
            let faults = try storageFaults()
            // Other results from a damaged database would be unreliable.
            guard faults.isEmpty else { return faults }
            try finishRemovals(repairing: isRepairing)
            let ahead = try datedAhead()
            // First of all, because the rows decide which pictures are orphaned.
            let audit = try repository.audit(repairing: isRepairing, verifying: isVerifying)
            // Nothing tells which pictures and originals belong to a damaged record.
            let isIncomplete = audit.contains(where: \.isOfRecord)
            if isRepairing {
                if !isIncomplete { try sweep() }
                // A killed process may have left some.
                let absent = try repository.readAccounts { try $0.absentBlobs() }
                try removeMarks(of: absent.subtracting(referenced(among: Array(absent))).sorted())
            }
            let (referenced, unreferenced) = try referencedAndOrphanedBlobs()
            let orphaned = isIncomplete ? [] : unreferenced
            if isRepairing {
                try blobs.removeOrphaned(
                    orphaned + dropOriginals(of: orphaned),
                    retaining: true,
                    referenced: referenced(among:)
                )
            }
            return ahead + audit
                + (try photoFaults(referenced, repairing: isRepairing, progress: progress))
                + orphaned.map(HealthFinding.photoOrphaned)
        }
    }

    /// Deletes what users who have left would otherwise leave behind until later, because it does not
    /// follow from the records.
    private func finishRemovals(repairing isRepairing: Bool) throws {
        do {
            try purgeRemovedUsers()
        } catch  where !isRepairing {
            // A store that cannot be written to is checked nevertheless.
        }
    }

    /// Returns the blobs that records, drafts and the private list of originals reference.
    ///
    /// - Throws: A storage error.
    func referencedBlobs() async throws -> Set<BlobID> {
        try await reads.run { Set(try allReferencedBlobs()) }
    }

    /// Returns all referenced blobs.
    ///
    /// Each page is read in its own snapshot, so that no snapshot stays open for long.
    private func allReferencedBlobs() throws -> [BlobID] {
        try Page.all { cursor in
            try repository.read { reader, accounts in
                try reader.referencedBlobs(orBy: accounts, after: cursor, limit: 10_000)
            }
        }
    }

    /// Finds local users with stamps that are too far in the future.
    func datedAhead() throws -> [HealthFinding] {
        let limit = environment.newestAllowed
        let users = try repository.read { reader, accounts in
            try accounts.users().filter { try reader.newestStamp(of: $0) > limit }
                .map { id in
                    (
                        id: id, name: try reader.user(id)?.username ?? id.description,
                        newest: try reader.newestStamp(of: id)
                    )
                }
        }
        return users.map {
            .datedAhead(
                $0.id,
                username: $0.name,
                Date(millisecondsSince1970: $0.newest.milliseconds)
            )
        }
    }

    private func storageFaults() throws -> [HealthFinding] {
        do {
            return try repository.integrityFaults().map(HealthFinding.storageDamaged)
        } catch TimelineError.storageFailed(let failure) {
            return [.storageDamaged(failure.reason)]
        }
    }

    /// Returns the referenced and the orphaned blobs.
    ///
    /// Publishing a post announces its blobs, stores them, references them, and finally withdraws
    /// the announcement. This method therefore reads the stored blobs first, then the announced
    /// blobs, and the referenced blobs last, so that it never reports a new blob as orphaned.
    private func referencedAndOrphanedBlobs() throws -> (referenced: [BlobID], orphaned: [BlobID]) {
        let stored = Set(try blobs.all())
        let announced = try blobs.announced()
        let referenced = try allReferencedBlobs()
        return (
            referenced,
            stored.subtracting(announced).subtracting(referenced).sorted()
        )
    }

    /// Finds photos with missing, unreadable or changed bytes, except for photos deleted during the
    /// check and photos that sync has not received yet.
    private func photoFaults(
        _ blobIDs: [BlobID],
        repairing isRepairing: Bool,
        progress: (Int, Int) -> Void
    ) throws -> [HealthFinding] {
        var findings: [HealthFinding] = []
        for (index, blob) in blobIDs.enumerated() {
            if let fault = fault(of: blob, repairing: isRepairing),
                try repository.read({ try $0.isReferenced(blob, orBy: $1) && !$1.isAwaited(blob) })
            {
                let posts = try repository.read {
                    try $0.postIDs(.showing(blob), in: PostRange(limit: 10))
                }
                findings.append(fault(posts))
            }
            progress(index + 1, blobIDs.count)
        }
        return findings
    }

    /// Checks a photo's bytes.
    ///
    /// Returns `nil` if they are intact. Otherwise, returns a closure that creates the finding from
    /// the posts that show the photo.
    private func fault(
        of blob: BlobID,
        repairing isRepairing: Bool
    ) -> (([Post.ID]) -> HealthFinding)? {
        do {
            if try blobs.isWhole(blob) { return nil }
            if try blobs.isSetAside(blob) {
                if isRepairing { try blobs.bringBack(blob) }
                return { .photoSetAside(blob, of: $0) }
            }
            return try blobs.contains(blob)
                ? { .photoChanged(blob, of: $0) } : { .photoMissing(blob, of: $0) }
        } catch TimelineError.storageFailed(let failure) {
            return { .photoUnreadable(blob, of: $0, reason: failure.reason) }
        } catch {
            return { .photoUnreadable(blob, of: $0, reason: "\(error)") }
        }
    }
}
