import TimelineCore

/// The work of one transaction of an import, on a thread that may block.
struct BatchWork: Sendable {
    let source: StoreArchive
    let engine: TimelineEngine
    /// The records to add.
    let records: [VerifiedRecord]
    /// The blobs of these records, and of those that the store contains.
    let wanted: [BlobID]
    let isDryRun: Bool

    /// The outcome for each blob: whether it is new in the store.
    typealias MediaOutcomes = [(BlobID, Result<Bool, EntryError>)]

    /// The outcome of the transaction.
    struct Outcome {
        /// The records that the store cannot hold.
        var rejected: Set<RecordID> = []
        /// The records that the store contains now.
        var imported: Set<RecordID> = []
        /// The records by users with deleted accounts, and the replies to them.
        var ofDeletedAccounts: Set<RecordID> = []
        var media: MediaOutcomes = []
    }

    /// Stores the blobs, and then adds the records that reference them.
    ///
    /// Removes the blobs that no added record references. A dry run writes nothing and treats all
    /// records as imported.
    ///
    /// - Throws: A `TimelineError` if the storage fails.
    func run() throws -> Outcome {
        var outcome = Outcome()
        guard !isDryRun else {
            outcome.ofDeletedAccounts = try engine.syncedRepository.read(ofDeletedAccounts)
            outcome.imported = Set(records.map(\.id)).subtracting(outcome.ofDeletedAccounts)
            outcome.media = try withoutUnused(check())
            return outcome
        }
        let blobs = engine.syncedBlobs
        try blobs.reserving(wanted, as: .storing) {
            outcome.media = try wanted.map { ($0, try store($0)) }
            if !records.isEmpty { outcome.rejected = try engine.accept(records) { _, _ in } }
        }
        try engine.removeOrphaned(wanted)
        // A later record may reference a blob that has been removed.
        outcome.media = try withoutUnused(
            outcome.media.filter { blob, outcome in
                guard case .success = outcome else { return true }
                return try blobs.contains(blob)
            }
        )
        (outcome.imported, outcome.ofDeletedAccounts) = try engine.syncedRepository.read { reader in
            (
                Set(try records.map(\.id).filter(reader.containsRecord)),
                try ofDeletedAccounts(reader)
            )
        }
        return outcome
    }

    private func ofDeletedAccounts(_ reader: any SocialReader) throws -> Set<RecordID> {
        let users = Set(records.flatMap { [$0.author, $0.home].compactMap(\.self) })
        let deleted = try users.filter {
            try reader.record(setting: .deletedAccount($0)) != nil
        }
        guard !deleted.isEmpty else { return [] }
        return Set(
            records.filter { deleted.contains($0.author) || $0.home.map(deleted.contains) == true }
                .map(\.id)
        )
    }

    /// Drops the pictures that the archive lacks, unless a record of the store shows them, or in a
    /// dry run a record of the batch.
    private func withoutUnused(_ media: MediaOutcomes) throws -> MediaOutcomes {
        let added = isDryRun ? Set(records.flatMap(\.photos).flatMap { $0.blobs }) : []
        return try engine.syncedRepository.read { reader in
            try media.filter { blob, outcome in
                guard case .failure = outcome, source.blobs[blob] == nil else { return true }
                return try added.contains(blob) || reader.isReferenced(blob)
            }
        }
    }

    private func store(_ blob: BlobID) throws -> Result<Bool, EntryError> {
        guard try !engine.syncedBlobs.contains(blob) else { return .success(false) }
        let picture = picture(blob)
        if case .success(let picture) = picture { try engine.syncedBlobs.put(picture) }
        return picture.map { _ in true }
    }

    private func picture(_ blob: BlobID) -> Result<Blob, EntryError> {
        Result { () throws(EntryError) in
            guard let path = source.blobs[blob] else { throw .pictureMissing(blob) }
            return try source.picture(blob, at: path)
        }
    }

    private func check() throws -> MediaOutcomes {
        try wanted.map { blob in
            guard try !engine.syncedBlobs.contains(blob) else { return (blob, .success(false)) }
            return (blob, picture(blob).map { _ in true })
        }
    }
}

/// A record from a line of an archive, with a valid signature.
struct ArchivedEntry: Sendable {
    let record: VerifiedRecord
    /// The path of the file.
    let file: String
    /// The number of the line, from 1.
    let line: Int

    /// The blobs that the record references.
    var blobs: [BlobID] { record.photos.flatMap { $0.blobs } }
}
