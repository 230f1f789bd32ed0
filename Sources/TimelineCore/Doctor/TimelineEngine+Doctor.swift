import Foundation

extension StoreOwner {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair defects that can be repaired without losing data, for
    ///     example by correcting counts and setting aside orphaned blobs.
    ///   - isVerifying: Whether to verify the signatures of all records, and compare the indexes of
    ///     the storage with the rows, which takes half of the time.
    ///   - progress: Called after each photo with the number of photos checked so far and the total
    ///     number.
    /// - Returns: The findings, including those that were repaired. The list is empty if the store
    ///   has no defects.
    /// - Throws: A storage error.
    public func examine(
        repairing isRepairing: Bool = false,
        verifying isVerifying: Bool = true,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> [HealthFinding] {
        try await engine.examine(
            repairing: isRepairing,
            verifying: isVerifying,
            progress: progress
        )
    }

    /// Returns the findings about users whose newest record is dated ahead of the clock, as
    /// ``examine(repairing:verifying:progress:)`` does.
    ///
    /// - Throws: A storage error.
    public func usersAheadOfClock() async throws -> [HealthFinding] {
        try await engine.reads.run { [engine] in try engine.datedAhead() }
    }

    /// Returns the blobs that posts, avatars and waiting records reference, and the originals of
    /// photos.
    ///
    /// - Throws: A storage error.
    public func referencedBlobs() async throws -> Set<BlobID> { try await engine.referencedBlobs() }
}

extension TimelineEngine {
    /// Checks the whole store.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair defects that can be repaired without losing data.
    ///   - isVerifying: Whether to verify the signatures of all records, and compare the indexes of
    ///     the storage with the rows.
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
            var findings = try storageFaults(repairing: isRepairing, verifying: isVerifying)
            do {
                try examineContents(
                    &findings,
                    repairing: isRepairing,
                    verifying: isVerifying,
                    progress: progress
                )
            } catch TimelineError.storageFailed(let failure)
                where !findings.isEmpty && !failure.isOfServer
            {
                // The rest can be checked once the database is repaired.
                if isRepairing { findings.append(.storageDamaged(failure.reason)) }
            }
            return findings
        }
    }

    /// Checks what a store contains, and adds the findings to those about its database.
    private func examineContents(
        _ findings: inout [HealthFinding],
        repairing isRepairing: Bool,
        verifying isVerifying: Bool,
        progress: (_ done: Int, _ total: Int) -> Void
    ) throws {
        findings += try keyFaults()
        try finishRemovals(repairing: isRepairing)
        findings += try datedAhead()
        // First of all, because the rows decide which pictures are orphaned.
        findings += try repository.audit(
            repairing: isRepairing,
            verifying: isVerifying,
            newestAllowed: environment.newestAllowed
        )
        // Nothing tells which pictures and originals belong to a damaged record.
        let isIncomplete = findings.contains { $0.isOfRecord || $0.isOfStorage }
        if isRepairing {
            if !isIncomplete { try sweep() }
            // A killed process may have left some.
            let absent = Array(
                try repository.read { try $1.blobs(marked: .absent).keys }
            )
            try removeMarks(of: Set(absent).subtracting(referenced(among: absent)).sorted())
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
        findings += try photoFaults(referenced, repairing: isRepairing, progress: progress)
        findings += orphaned.map(HealthFinding.photoOrphaned)
    }

    /// Deletes what users with deleted accounts would otherwise leave behind until later, because
    /// it does not follow from the records.
    private func finishRemovals(repairing isRepairing: Bool) throws {
        do {
            try purgeDeletedAccounts()
        } catch  where !isRepairing {
            // A store that cannot be written to is checked nevertheless.
        }
    }

    /// Returns the blobs that records, drafts and the private list of originals reference.
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
            try accounts.users()
                .filter {
                    try reader.newestStamp(of: $0) > limit
                        && reader.hasRecord(by: $0, newerThan: limit)
                }
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

    private func storageFaults(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool
    ) throws -> [HealthFinding] {
        do {
            return try repository.integrityFaults(repairing: isRepairing, verifying: isVerifying)
        } catch TimelineError.storageFailed(let failure) where !failure.isOfServer {
            return [.storageDamaged(failure.reason)]
        }
    }

    /// Finds users whose keys on this device cannot be read, so that they cannot write.
    private func keyFaults() throws -> [HealthFinding] {
        try repository.read { reader, accounts in
            try Set(accounts.usersWithKeys()).union(accounts.users()).sorted()
                .filter { try accounts.keys(of: $0) == nil }
                .map { user in
                    let name = try reader.user(user)?.username
                    return .keysDamaged(user, username: name ?? user.description)
                }
        }
    }

    /// Returns the referenced and the orphaned blobs.
    ///
    /// Publishing a post reserves its blobs, stores them, references them, and finally withdraws
    /// the reservation. This method therefore reads the stored blobs first, then the reserved
    /// blobs, and the referenced blobs last, so that it never reports a new blob as orphaned.
    private func referencedAndOrphanedBlobs() throws -> (referenced: [BlobID], orphaned: [BlobID]) {
        let stored = Set(try blobs.all())
        let reserved = try blobs.reserved()
        let referenced = try allReferencedBlobs()
        return (
            referenced,
            stored.subtracting(reserved).subtracting(referenced).sorted()
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
                if isRepairing { try blobs.restore(blob) }
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

extension SocialReader {
    /// Returns whether the store holds a record of a user with a stamp above the given one.
    ///
    /// A damaged newest stamp is not a reason to sign records again.
    fileprivate func hasRecord(by user: User.ID, newerThan limit: PushID) throws -> Bool {
        let author = user
        return try recordHeads(inScopes: scopesOfReplies(by: author).union([author]))
            .contains { $0.author == author && $0.position.milliseconds >= limit.milliseconds }
    }
}
