import TimelineCore
import TimelineRecords

/// The work of one transaction of an import, on a thread that may block.
struct BatchWork: Sendable {
    let source: StoreArchive
    let engine: TimelineEngine
    /// The entries to apply: unsigned changes only, or records only.
    let entries: [SharedEntry]
    /// The blobs that the entries reference.
    let wanted: [BlobID]
    let protected: Set<User.ID>
    let importer: User.ID?
    let isDryRun: Bool

    /// The outcome for each entry: whether it was applied.
    typealias Outcomes = [Result<Bool, EntryFault>]
    /// The outcome for each blob: whether it is new in the store.
    typealias MediaOutcomes = [(BlobID, Result<Bool, EntryFault>)]

    /// Stores the blobs, and then applies the entries that reference them.
    ///
    /// Removes the blobs that no applied entry references.
    ///
    /// - Throws: A `TimelineError` if the storage fails.
    func run() throws -> (Outcomes, MediaOutcomes) {
        guard !isDryRun else { return try rehearse() }
        let blobs = engine.syncedBlobs
        let (outcomes, media) = try blobs.announcing(wanted, as: .storing) {
            let media = try wanted.map { ($0, try store($0)) }
            return (try apply(), media)
        }
        try engine.removeOrphaned(wanted)
        // A later entry may reference a blob that has been removed.
        let kept = try media.filter { blob, outcome in
            guard case .success = outcome else { return true }
            return try blobs.contains(blob)
        }
        return (outcomes, try withoutUnused(kept, adding: []))
    }

    /// Drops the pictures that the archive lacks, unless an entry of the store or a new entry shows
    /// them.
    private func withoutUnused(
        _ media: MediaOutcomes,
        adding new: [SharedEntry]
    ) throws -> MediaOutcomes {
        let added = Set(new.flatMap(\.photos).flatMap(\.blobs))
        return try engine.syncedRepository.read { reader in
            try media.filter { blob, outcome in
                guard case .failure = outcome, source.blobs[blob] == nil else { return true }
                return try added.contains(blob) || reader.isReferenced(blob)
            }
        }
    }

    private func store(_ blob: BlobID) throws -> Result<Bool, EntryFault> {
        guard try !engine.syncedBlobs.contains(blob) else { return .success(false) }
        let picture = picture(blob)
        if case .success(let picture) = picture { try engine.syncedBlobs.put(picture) }
        return picture.map { _ in true }
    }

    private func picture(_ blob: BlobID) -> Result<Blob, EntryFault> {
        Result { () throws(EntryFault) in
            guard let path = source.blobs[blob] else { throw .pictureMissing(blob) }
            return try source.picture(blob, at: path)
        }
    }

    private func apply() throws -> Outcomes {
        let records = entries.compactMap { entry in
            if case .record(let record) = entry.statement { record } else { nil }
        }
        guard records.isEmpty else {
            let rejected = try engine.accept(records) { _, _ in }
            return records.map {
                rejected.contains($0.id) ? .failure(.unusableRecord) : .success(true)
            }
        }
        let changes = unsigned
        guard !changes.isEmpty else { return [] }
        var decisions = UnsignedDecisions()
        let now = engine.environment.now()
        try engine.syncedRepository.apply { reader, _ in
            decisions = try self.decisions(changes, reader: reader)
            return try CheckedBatch(checking: decisions.changes, now: now)
        }
        return decisions.results
    }

    private var unsigned: [Change] {
        entries.compactMap { entry in
            if case .change(let change) = entry.statement { change } else { nil }
        }
    }

    private func decisions(
        _ changes: [Change],
        reader: any SocialReader
    ) throws -> UnsignedDecisions {
        try UnsignedDecisions(
            about: changes,
            protected: protected,
            importer: importer,
            reader: reader,
            now: engine.environment.now()
        )
    }

    // MARK: Dry runs

    private func rehearse() throws -> (Outcomes, MediaOutcomes) {
        let outcomes = try decide()
        let new = zip(entries, outcomes).filter { $0.1 == .success(true) }.map(\.0)
        return (outcomes, try withoutUnused(try check(), adding: new))
    }

    private func decide() throws -> Outcomes {
        guard !unsigned.isEmpty else { return entries.map { _ in .success(true) } }
        return try engine.syncedRepository.read { try decisions(unsigned, reader: $0).results }
    }

    private func check() throws -> MediaOutcomes {
        try wanted.map { blob in
            guard try !engine.syncedBlobs.contains(blob) else { return (blob, .success(false)) }
            return (blob, picture(blob).map { _ in true })
        }
    }
}
