extension TimelineEngine {
    /// Stores photos, applies the changes that reference them, and removes the blobs that this
    /// orphans.
    ///
    /// Deletes the accounts of users that leave.
    ///
    /// The outcome of a failed commit is unknown: the storage may have written it without receiving
    /// the confirmation, and find it when it is next opened. The blobs then stay, announced, as do
    /// those announced by others, until a later commit succeeds.
    func keeping(
        _ files: [PhotoFile],
        _ draft: @escaping @Sendable (any SocialReader, any AccountReader) throws -> CheckedBatch
    ) async throws -> [Change] {
        try await fileWrites.run { [repository, blobs] in
            let photos = files.map(\.blob)
            let ids = photos.map(\.id)
            var released: [BlobID] = []
            let changes = try blobs.announcing(ids) {
                var isWritten = false
                do {
                    for photo in photos { try blobs.put(photo) }
                    return try repository.apply { reader, accounts in
                        for photo in photos where try !blobs.contains(photo.id) {
                            try blobs.put(photo)
                        }
                        let batch = try draft(reader, accounts)
                        released = try reader.blobs(releasedBy: batch.changes)
                        for change in batch.changes where change.endsAccount {
                            try accounts.deleteAccount(of: change.author)
                        }
                        isWritten = true
                        return batch
                    }
                } catch TimelineError.storageFailed(let failure) where isWritten {
                    throw TimelineError.storageFailed(failure)
                } catch {
                    try? deleteOrphaned(ids)  // The first error is the cause.
                    throw error
                }
            }
            // The changes are committed; a later check of the store finds blobs that remain.
            try? removeOrphaned(ids + released)
            if !files.isEmpty { try? sweep() }  // As above.
            return changes
        }
    }

    /// Removes the orphaned ones among some blobs; reads first, since usually none are.
    private func removeOrphaned(_ ids: [BlobID]) throws {
        guard !ids.isEmpty else { return }
        let orphaned = try repository.read { reader in
            try ids.filter { try !reader.isReferenced($0) }
        }
        guard !orphaned.isEmpty else { return }
        try blobs.announcing(orphaned) { try deleteOrphaned(orphaned) }
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
                return try blobs.announcing(ids) {
                    let made = try change()
                    answer = made
                    try deleteOrphaned(ids)
                    return made
                }
            } catch {
                // Once the change is committed, orphaned blobs stay announced.
                guard let answer else { throw error }
                return answer
            }
        }
    }

    /// Removes the orphaned blobs of processes that were killed while they posted or deleted.
    func sweep() throws { try blobs.abandoned(deleteOrphaned) }

    /// Deletes the orphaned ones among some blobs.
    ///
    /// Transactions of bounded size, in which no other process can add a reference, only discard
    /// the blobs. The bytes are deleted after each transaction, since that is slow and needs no
    /// lock.
    package func deleteOrphaned(_ ids: [BlobID]) throws {
        var discarded: [BlobID] = []
        try inBatches(of: ids) { id, reader in
            guard try !reader.isReferenced(id) else { return }
            try blobs.discard(id)
            discarded.append(id)
        } after: { batch in
            try blobs.deleteDiscarded(batch)
            renditions?.removeRenditions(of: discarded)
            discarded = []
        }
    }

    /// Processes blobs in write transactions, a hundred blobs in each.
    ///
    /// - Parameters:
    ///   - ids: the blobs.
    ///   - body: called for each blob within a transaction.
    ///   - after: called for each batch after its transaction.
    /// - Throws: the error of `body` or `after`; a failure of storage.
    func inBatches(
        of ids: [BlobID],
        _ body: (BlobID, any SocialReader) throws -> Void,
        after: ([BlobID]) throws -> Void = { _ in }
    ) throws {
        var rest = ids[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(100))
            try repository.apply { reader in
                for id in batch { try body(id, reader) }
                return .empty
            }
            try after(batch)
            rest = rest.dropFirst(100)
        }
    }
}
