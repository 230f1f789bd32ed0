extension TimelineEngine {
    /// Stores photos, applies the records that reference them, and removes any blobs that the
    /// records orphan.
    ///
    /// The photos stay reserved until the commit, so no cleanup removes a photo that this call has
    /// found in the store. The author of a record becomes the owner of its photos' originals.
    ///
    /// If a commit fails, its outcome is unknown: the storage may have written the records without
    /// receiving the confirmation, and may find them when it is next opened. In that case, the
    /// photos' blobs and all other reserved blobs stay in the store until a later commit succeeds.
    func keeping(
        _ photos: [PreparedPhoto],
        _ draft: @escaping @Sendable (any SocialReader, any AccountReader) throws -> ValidatedBatch
    ) async throws -> [VerifiedRecord] {
        try await fileWrites.run { try keep([{ photos }]) { Kept(try draft($1, $2)) } }
    }

    /// Prepares pictures, stores them, and applies the records that reference them, in the same way
    /// as ``keeping(_:_:)``.
    ///
    /// The bytes of only one of the pictures are in memory at a time. All calls share
    /// ``MemoryBudget/pictures``.
    ///
    /// - Parameters:
    ///   - sources: The pictures.
    ///   - user: The user whose pictures they are.
    ///   - draft: Returns the records, given the photos.
    /// - Returns: The records.
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` for the first picture that is rejected,
    ///   ``TimelineError/busy`` if too many calls wait, any error thrown by `draft`, or a storage
    ///   error.
    func keeping(
        reading sources: [PhotoSource],
        of user: User.ID,
        _ draft:
            @escaping @Sendable ([Photo], any SocialReader, any AccountReader) throws ->
            ValidatedBatch
    ) async throws -> [VerifiedRecord] {
        try await preparing(sources, of: user) { photos, social, accounts in
            Kept(try draft(photos.map(\.photo), social, accounts))
        }
    }

    /// Prepares and stores pictures, like ``keeping(reading:of:_:)``, for a draft that also writes
    /// private data.
    func preparing(
        _ sources: [PhotoSource],
        of user: User.ID,
        _ draft:
            @escaping @Sendable ([PreparedPhoto], any SocialReader, any AccountWriter) throws ->
            Kept
    ) async throws -> [VerifiedRecord] {
        let processor = photoProcessor
        guard !sources.isEmpty else {
            return try await fileWrites.run { try keep([], draft) }
        }
        let memory = try await files.run { sources.map { $0.memory(processor) }.max() ?? 0 }
        let (bound, user) = (pictures.bound, user)
        return try await MemoryBudget.pictures.run(bytes: memory, bound: bound, for: user) {
            try await pictures.lane.run {
                let photos = sources.map { source in
                    { [try source.read().prepared(by: processor)] }
                }
                return try keep(photos, draft)
            }
        }
    }

    /// Stores groups of photos, one after the other, and applies the records that reference them.
    private func keep(
        _ groups: [() throws -> [PreparedPhoto]],
        _ draft: ([PreparedPhoto], any SocialReader, any AccountWriter) throws -> Kept
    ) throws -> [VerifiedRecord] {
        var ids: [BlobID] = []
        var released: [BlobID] = []
        var isDrafted = false
        let records: [VerifiedRecord]
        do {
            records = try storing(groups[...], [], &ids) { photos in
                try repository.apply { reader, accounts in
                    isDrafted = false
                    let kept = try draft(photos, reader, accounts)
                    let batch = kept.batch
                    released =
                        try kept.released
                        + reader.blobs(releasedBy: batch.records, accounts)
                    released += try accounts.setOriginals(of: photos, sharedBy: batch.records)
                    released += try accounts.endAccounts(of: batch.records)
                    isDrafted = true
                    return batch
                }
            }
        } catch TimelineError.storageFailed(let failure) where isDrafted {
            throw TimelineError.storageFailed(failure)
        } catch {
            try? removeOrphaned(ids)  // Report the original error.
            throw error
        }
        // The records have been committed. A later check of the store finds any blobs that are
        // not removed here.
        if records.contains(where: \.deletesAccount) { try? purgeDeletedAccounts() }
        try? removeOrphaned(ids + released)  // A later check removes the rest.
        if !ids.isEmpty { try? sweep() }  // A later call completes it.
        return records
    }

    /// Stores the photos of the groups, each of which stays reserved until `body` returns.
    ///
    /// The bytes of a group are released before the next one is prepared.
    private func storing<Result>(
        _ groups: ArraySlice<() throws -> [PreparedPhoto]>,
        _ stored: [PreparedPhoto],
        _ ids: inout [BlobID],
        then body: ([PreparedPhoto]) throws -> Result
    ) throws -> Result {
        guard let group = groups.first else { return try body(stored) }
        var photos = try group()
        let reserved = photos.flatMap { $0.blobs.map(\.id) }
        ids += reserved
        return try blobs.reserving(reserved, as: .storing) {
            for index in photos.indices {
                for blob in photos[index].blobs { try blobs.put(blob) }
                photos[index].releaseBlobs()
            }
            return try storing(groups.dropFirst(), stored + photos, &ids, then: body)
        }
    }

    /// Makes a change that removes references to the given blobs, then deletes any blobs that are
    /// orphaned as a result.
    ///
    /// - Throws: Any error thrown by `change`. Errors that occur after the change is committed are
    ///   ignored.
    func removing<Result: Sendable>(
        _ ids: [BlobID],
        _ change: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await fileWrites.run { [blobs] in
            var answer: Result?
            do {
                return try blobs.reserving(ids, as: .removing) {
                    let made = try change()
                    answer = made
                    try removeOrphaned(ids)
                    return made
                }
            } catch {
                // After the commit, orphaned blobs that could not be removed stay reserved.
                guard let answer else { throw error }
                return answer
            }
        }
    }

    /// Removes those of the given blobs that are orphaned, their marks of absence, and originals that
    /// their owners no longer share.
    ///
    /// Checks for orphans in a read first, because usually there are none.
    package func removeOrphaned(_ ids: [BlobID]) throws {
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
        try removeMarks(of: orphaned)
    }

    /// Removes the marks of absence of those of the given blobs that nothing references.
    func removeMarks(of ids: [BlobID]) throws {
        let marked = try repository.read { _, accounts in
            try ids.filter { try accounts.time(of: .absent, on: $0) != nil }
        }
        guard !marked.isEmpty else { return }
        try repository.writeAccounts { reader, accounts in
            for blob in marked where try !reader.isReferenced(blob, orBy: accounts) {
                try accounts.setTime(nil, of: .absent, on: blob)
            }
        }
    }

    /// Deletes everything that deleted accounts left behind, even if their removal was interrupted.
    func purgeDeletedAccounts() throws {
        while let blobs = try repository.purgeDeletedAccounts(limit: 250) {
            try removeOrphaned(blobs)
        }
    }

    /// Removes orphaned blobs left by processes that were killed while posting or deleting.
    func sweep() throws {
        var originals: [BlobID] = []
        let removed = try blobs.removeAbandoned { ids in
            originals += try dropOriginals(of: ids)
            return try referenced(among: ids)
        }
        renditions?.removeRenditions(of: removed)
        try removeOrphaned(originals)
    }

    /// Returns those of the given blobs that are referenced, according to a new snapshot.
    func referenced(among ids: [BlobID]) throws -> Set<BlobID> {
        try repository.read { reader, accounts in
            Set(try ids.filter { try reader.isReferenced($0, orBy: accounts) })
        }
    }
}

/// The records that reference stored photos, and the blobs to which private data no longer refers.
struct Kept {
    let batch: ValidatedBatch
    /// The blobs that are removed after the commit, unless something else references them.
    let released: [BlobID]

    init(_ batch: ValidatedBatch, released: [BlobID] = []) {
        (self.batch, self.released) = (batch, released)
    }
}
