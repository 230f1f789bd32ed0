import Foundation
import TimelineCore

/// An import of a Timeline archive: first the keys, then the records, in the order of the archive.
///
/// Old posts that were imported from elsewhere precede the keys of their author.
struct ArchiveImport {
    let engine: TimelineEngine
    let source: StoreArchive
    /// The user who imports, or `nil` if nobody is logged in.
    let importer: User.ID?
    /// Whether nothing is written.
    let isDryRun: Bool
    private let reportFinding: @Sendable (ImportFinding) throws -> Void
    private let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    private var keys = KeyDirectory()
    /// The records of keys that this import has added.
    private var importedKeys: Set<RecordID> = []
    /// The users whose keys in the store have been added to ``keys``.
    private var knownAuthors: Set<User.ID> = []
    /// The outcomes so far.
    var report = RestoreReport()
    /// The blobs that have been stored, found in the store or rejected.
    private(set) var finishedBlobs: Set<BlobID> = []
    /// The pictures that the export left out, each with the first entry that shows it.
    private var leftOut: [(blob: BlobID, file: String, line: Int)] = []

    /// The maximum number of entries in one transaction.
    private let batchSize: Int

    /// Creates an import, without reading or writing anything.
    init(
        of source: StoreArchive,
        into engine: TimelineEngine,
        by importer: User.ID?,
        isDryRun: Bool,
        batchSize: Int = 500,
        report: @escaping @Sendable (ImportFinding) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) {
        self.engine = engine
        self.source = source
        self.importer = importer
        self.isDryRun = isDryRun
        self.batchSize = batchSize
        reportFinding = report
        self.progress = progress
    }

    /// Imports the archive.
    ///
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError`, or an error thrown by
    ///   the closure that receives findings.
    mutating func run() async throws -> RestoreReport {
        try await importKeys()
        for file in source.recordFiles { try await importRecords(of: file) }
        try await importOriginals()
        try reportLeftOut()
        try reportRemainingFiles()
        return report
    }

    /// Reports an entry or a file that is not imported.
    ///
    /// - Throws: Any error thrown by the closure that receives findings.
    mutating func add(
        _ fault: EntryError,
        _ kind: ImportFinding.Kind,
        _ outcome: ImportFinding.Outcome = .rejected,
        in file: String,
        line: Int? = nil
    ) throws {
        let tally: WritableKeyPath<RestoreReport, ImportTally> =
            kind == .media ? \.media : \.records
        report[keyPath: tally].entries += 1
        if outcome == .rejected {
            report[keyPath: tally].rejected += 1
        } else {
            report[keyPath: tally].notSupported += 1
        }
        let finding = ImportFinding(
            kind: kind,
            outcome: outcome,
            file: file,
            position: line.map(ImportText.line),
            count: 1,
            reason: fault.reason
        )
        report.add(finding)
        try reportFinding(finding)
    }

    // MARK: Records

    /// Imports the records that add or revoke keys, in one transaction.
    ///
    /// A record that arrives before its key, or between the parts of a revocation, is not live, and
    /// the store would not hold it.
    ///
    /// - Throws: A `TimelineError` if the storage fails, or `CancellationError`.
    private mutating func importKeys() async throws {
        var added: [VerifiedRecord] = []
        var revocations: [SignedRecord] = []
        for file in source.recordFiles {
            // A file that cannot be read is reported when its records are imported.
            guard var lines = try? source.lines(of: file) else { continue }
            // As above.
            while let chunk = try? lines.nextChunk() {
                try Task.checkCancellation()
                for line in chunk {
                    guard case .success(let record) = line.record else { continue }
                    if record.content.kind == .keyRevoked { revocations.append(record) }
                    guard record.content.kind == .keyAdded,
                        // An invalid record is reported when it is imported.
                        let verified = try? keys.verify(record)
                    else { continue }
                    keys.insert(verified)
                    added.append(verified)
                }
            }
        }
        // As above.
        let ended = revocations.compactMap { try? keys.verify($0) }
        let now = engine.environment.now().millisecondsSince1970
        let accepted = (added + ended).filter { $0.stamp.isAccepted(at: now) }
        guard !isDryRun, !accepted.isEmpty else { return }
        importedKeys = try await engine.fileWrites.run { [engine] in
            let new = try engine.syncedRepository.read { reader in
                try accepted.filter { try !reader.containsRecord($0.id) }
            }
            if !new.isEmpty { try engine.accept(new) { _, _ in } }
            return Set(new.map(\.id))
        }
    }

    private mutating func importRecords(of file: ArchiveManifest.File) async throws {
        do {
            var lines = try source.lines(of: file)
            while let chunk = try lines.nextChunk() {
                try await importRecords(chunk, of: file.path)
            }
        } catch let fault as EntryError {
            try add(fault, .file, in: file.path)
        }
    }

    private mutating func importRecords(_ lines: [LineReader.Line], of file: String) async throws {
        let records = lines.map { (number: $0.number, record: $0.record) }
        let authors = records.compactMap { _, record in
            if case .success(let record) = record { record.author } else { nil }
        }
        try await addKeys(of: authors)
        let now = engine.environment.now().millisecondsSince1970
        var entries: [ArchivedEntry] = []
        for (number, record) in records {
            do throws(EntryError) {
                let record = try verify(record.get())
                guard record.stamp.isAccepted(at: now) else { throw .inFuture }
                entries.append(ArchivedEntry(record: record, file: file, line: number))
            } catch {
                let outcome = error == .unknownKind ? .notSupported : ImportFinding.Outcome.rejected
                try add(error, .record, outcome, in: file, line: number)
            }
        }
        try await importEntries(entries)
    }

    /// Adds the keys of the given users in the store.
    private mutating func addKeys(of authors: [User.ID]) async throws {
        let new = Set(authors).subtracting(knownAuthors)
        guard !new.isEmpty else { return }
        let records = try await engine.read { social, _ in
            try social.introductions(of: new, onlyKeys: true)
        }
        for record in records { keys.insert(record) }
        knownAuthors.formUnion(new)
    }

    private func verify(_ record: SignedRecord) throws(EntryError) -> VerifiedRecord {
        do {
            return try keys.verify(record)
        } catch {
            throw .invalidRecord(error)
        }
    }

    // MARK: Transactions

    /// Imports the entries of a chunk that the store does not contain, batch by batch.
    private mutating func importEntries(_ entries: [ArchivedEntry]) async throws {
        var present = try await engine.read { [importedKeys] reader, _ in
            let ids = entries.map(\.record.id).filter { !importedKeys.contains($0) }
            return Set(try ids.filter(reader.containsRecord))
        }
        for start in stride(from: 0, to: entries.count, by: batchSize) {
            try Task.checkCancellation()
            let batch = Array(entries[start..<min(start + batchSize, entries.count)])
            // A repeated line counts as present.
            let new = batch.filter { present.insert($0.record.id).inserted }
            try await importBatch(batch, adding: new)
            progress(report.records.entries, source.manifest.entryCount)
        }
    }

    /// Stores the blobs of a batch, and adds the entries that the store does not contain in one
    /// transaction.
    ///
    /// Entries that the store already contains can still lack their pictures.
    private mutating func importBatch(
        _ batch: [ArchivedEntry],
        adding new: [ArchivedEntry]
    ) async throws {
        let work = BatchWork(
            source: source,
            engine: engine,
            records: new.map(\.record),
            wanted: Set(batch.flatMap(\.blobs)).subtracting(finishedBlobs).sorted(),
            isDryRun: isDryRun
        )
        let outcome = try await engine.fileWrites.run { try work.run() }
        try settle(outcome.media, of: batch.filter { !outcome.rejected.contains($0.record.id) })
        for entry in new where outcome.rejected.contains(entry.record.id) {
            try add(.unusableRecord, .record, in: entry.file, line: entry.line)
        }
        let added = Set(new.map(\.record.id))
        for record in batch.map(\.record) where !outcome.rejected.contains(record.id) {
            if outcome.imported.contains(record.id) {
                report.imported.add(record)
            } else if !added.contains(record.id) {
                report.alreadyPresent.add(record)
            } else if outcome.ofDeletedAccounts.contains(record.id) {
                report.ofDeletedAccounts.add(record)
            } else {
                report.superseded.add(record)
            }
        }
        let accepted = batch.count - outcome.rejected.count
        report.records.entries += accepted
        report.records.imported += outcome.imported.count
        report.records.alreadyPresent += accepted - outcome.imported.count
    }

    /// Counts the outcomes of the blobs that the entries of a batch reference, except rejected ones.
    ///
    /// A picture that the archive lacks has no path, so its finding states the line that shows it.
    private mutating func settle(
        _ media: BatchWork.MediaOutcomes,
        of batch: [ArchivedEntry]
    ) throws {
        let shown = batch.flatMap { entry in entry.blobs.map { ($0, entry) } }
        let entries = Dictionary(shown) { first, _ in first }
        for (blob, outcome) in media where !finishedBlobs.contains(blob) {
            switch outcome {
            case .success(let isNew):
                report.media.entries += 1
                if isNew { report.media.imported += 1 } else { report.media.alreadyPresent += 1 }
            case .failure(let fault):
                if let path = source.blobs[blob] {
                    try add(fault, .media, in: path)
                } else if let entry = entries[blob] {
                    if source.missing.contains(blob) {
                        leftOut.append((blob, entry.file, entry.line))
                    } else {
                        try add(fault, .media, in: entry.file, line: entry.line)
                    }
                } else {
                    // Only rejected entries of this batch show it, but a later batch may, too.
                    continue
                }
            }
            finishedBlobs.insert(blob)
        }
    }

    // MARK: Remaining pictures

    /// Reports the pictures that the export left out, after those that are rejected, because a
    /// device with a storage budget can have left out most of them.
    private mutating func reportLeftOut() throws {
        for (blob, file, line) in leftOut {
            try add(.pictureLeftOut(blob), .media, .notSupported, in: file, line: line)
        }
    }

    private mutating func reportRemainingFiles() throws {
        let remaining = source.blobs.filter { !finishedBlobs.contains($0.key) }
        for path in remaining.values.sorted() {
            try add(.noEntry, .media, .notSupported, in: path)
        }
    }
}

extension LineReader.Line {
    /// The record in the line, before its signature is checked.
    fileprivate var record: Result<SignedRecord, EntryError> {
        Result { () throws(EntryError) in try SignedRecord(line: content.get()) }
    }
}
