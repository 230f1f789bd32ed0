extension TimelineEngine {
    /// Stores photos, applies the changes that reference them, and removes the blobs that this
    /// orphans.
    ///
    /// The photos stay announced until the commit, so no removal takes a photo that this call has
    /// found in the store. The author of a change owns the originals of its photos. Deletes the
    /// accounts of users that leave.
    ///
    /// The outcome of a failed commit is unknown: the storage may have written it without receiving
    /// the confirmation, and find it when it is next opened. The blobs then stay, as do those
    /// announced by others, until a later commit succeeds.
    func keeping(
        _ photos: [PreparedPhoto],
        _ draft: @escaping @Sendable (any SocialReader, any AccountReader) throws -> CheckedBatch
    ) async throws -> [Change] {
        try await fileWrites.run { [repository, blobs] in
            let files = photos.flatMap(\.blobs)
            let ids = files.map(\.id)
            var released: [BlobID] = []
            var isDrafted = false
            let changes: [Change]
            do {
                changes = try blobs.announcing(ids, as: .storing) {
                    for file in files { try blobs.put(file) }
                    return try repository.apply { reader, accounts in
                        isDrafted = false
                        let batch = try draft(reader, accounts)
                        released = try reader.blobs(releasedBy: batch.changes, accounts)
                        released += try accounts.setOriginals(of: photos, sharedBy: batch.changes)
                        for change in batch.changes where change.endsAccount {
                            try accounts.deleteAccount(of: change.author)
                        }
                        isDrafted = true
                        return batch
                    }
                }
            } catch TimelineError.storageFailed(let failure) where isDrafted {
                throw TimelineError.storageFailed(failure)
            } catch {
                try? removeOrphaned(ids)  // The first error is the cause.
                throw error
            }
            // The changes are committed; a later check of the store finds everything that remains.
            if changes.contains(where: \.endsAccount) { try? purgeRemovedUsers() }
            try? removeOrphaned(ids + released)  // As above.
            if !files.isEmpty { try? sweep() }  // As above.
            return changes
        }
    }

    /// Makes a change that drops references to these blobs, then removes those that are orphaned.
    ///
    /// - Throws: the error of `change`, and no other once it has committed.
    func removing<Answer: Sendable>(
        _ ids: [BlobID],
        _ change: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await fileWrites.run { [blobs] in
            var answer: Answer?
            do {
                return try blobs.announcing(ids, as: .removing) {
                    let made = try change()
                    answer = made
                    try removeOrphaned(ids)
                    return made
                }
            } catch {
                // Once the change is committed, orphaned blobs stay announced.
                guard let answer else { throw error }
                return answer
            }
        }
    }

    /// Removes the orphaned ones among some blobs, and the originals of users that no longer share
    /// them; reads first, since usually none are.
    func removeOrphaned(_ ids: [BlobID]) throws {
        guard !ids.isEmpty else { return }
        let candidates = try Set(ids).union(dropOriginals(of: ids)).sorted()
        let needed = try referenced(among: candidates)
        let orphaned = candidates.filter { !needed.contains($0) }
        guard !orphaned.isEmpty else { return }
        let removed = try blobs.removeOrphaned(
            orphaned,
            retaining: false,
            referenced: referenced(among:)
        )
        renditions?.removeRenditions(of: removed)
    }

    /// Deletes everything that removed users have left, also in removals that were killed.
    func purgeRemovedUsers() throws {
        while let blobs = try repository.purgeRemovedUsers(limit: 250) { try removeOrphaned(blobs) }
    }

    /// Removes the orphaned blobs of processes that were killed while they posted or deleted.
    func sweep() throws {
        var originals: [BlobID] = []
        let removed = try blobs.removeAbandoned { ids in
            originals += try dropOriginals(of: ids)
            return try referenced(among: ids)
        }
        renditions?.removeRenditions(of: removed)
        try removeOrphaned(originals)
    }

    /// The referenced ones among some blobs, in a new snapshot.
    func referenced(among ids: [BlobID]) throws -> Set<BlobID> {
        try repository.read { reader, accounts in
            Set(try ids.filter { try reader.isReferenced($0, orBy: accounts) })
        }
    }
}
