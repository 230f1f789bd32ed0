extension UserSession {
    /// Writes photos, then makes a change that references them.
    ///
    /// The bytes are on disk before the change commits. Inside the transaction they are looked for
    /// again, since the deletion of another post may have removed them meanwhile. When the change is
    /// refused, the photos that nothing names are removed.
    func change(
        keeping files: [PhotoFile],
        _ action: @escaping @Sendable (any SocialReader, User.ID) throws -> Change.Action?
    ) async throws -> PushID? {
        try await engine.keeping(files) { try drafted($0, $1, action) }.first?.stamp
    }
}

extension TimelineEngine {
    /// Keeps photos, applies the changes that name them, and removes the bytes that nothing names any more.
    ///
    /// An account whose user leaves is deleted along with the user.
    ///
    /// A commit that failed is in doubt: the storage may have written it without learning that it is on the
    /// disk, and find it there when it is opened next. Then the bytes stay, announced, and so do those
    /// that others announced until a commit has succeeded after theirs.
    func keeping(
        _ files: [PhotoFile],
        _ draft: @escaping @Sendable (any SocialReader, any AccountReader) throws -> CheckedBatch
    ) async throws -> [Change] {
        try await fileWrites.run { [repository, blobs] in
            let ids = files.map { BlobID(of: $0.content) }
            var released: [BlobID] = []
            let changes = try blobs.announcing(ids) {
                var isWritten = false
                do {
                    for file in files { try blobs.put(file.content) }
                    return try repository.apply { reader, accounts in
                        for (id, file) in zip(ids, files) where try !blobs.contains(id) {
                            try blobs.put(file.content)
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
                    try? removeUnnamed(ids)  // Of two errors the first tells why.
                    throw error
                }
            }
            // The changes are committed; the doctor finds bytes that stay behind.
            try? removeOrphaned(ids + released)
            if !files.isEmpty { try? sweep() }  // As above.
            return changes
        }
    }

    /// Removes those of some bytes that nothing names; a read comes first, since most often there are none.
    private func removeOrphaned(_ ids: [BlobID]) throws {
        guard !ids.isEmpty else { return }
        let orphaned = try repository.read { reader in
            try ids.filter { try !reader.names($0) }
        }
        guard !orphaned.isEmpty else { return }
        try blobs.announcing(orphaned) { try removeUnnamed(orphaned) }
    }

    /// Makes a change that takes these bytes' names away, then removes those that nothing else names.
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
                    try removeUnnamed(ids)
                    return made
                }
            } catch {
                // Once the change is committed, orphaned blobs stay announced.
                guard let answer else { throw error }
                return answer
            }
        }
    }

    /// Removes what a program left behind that was killed while it posted or deleted.
    func sweep() throws { try blobs.abandoned(removeUnnamed) }

    /// Deletes those of some blobs that nothing references.
    ///
    /// Transactions of bounded size, in which no other process can reference them, only take them out of the
    /// store. Their files are deleted after each, since that takes long and needs no lock.
    package func removeUnnamed(_ ids: [BlobID]) throws {
        var discarded: [BlobID] = []
        try inBatches(of: ids) { id, reader in
            guard try !reader.names(id) else { return }
            try blobs.discard(id)
            discarded.append(id)
        } after: { batch in
            try blobs.deleteDiscarded(batch)
            renditions?.removeRenditions(of: discarded)
            discarded = []
        }
    }

    /// Does something with blobs in transactions that no other write interrupts, a hundred blobs in each.
    ///
    /// - Parameters:
    ///   - ids: the blobs.
    ///   - body: what to do within the transaction.
    ///   - after: what to do with a batch after its transaction.
    /// - Throws: the error of a body; a failure of storage.
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
