import Foundation
import TimelineCore
import TimelineRecords

/// An import of a Timeline archive: first unsigned entries, then records, and finally their
/// outcomes.
///
/// Unsigned entries come first, because they are no longer accepted once their user's keys have
/// arrived. With this order, an import that is killed and restarted has the same result as an
/// uninterrupted one.
struct ArchiveImport {
    let engine: TimelineEngine
    let source: StoreArchive
    /// The user who imports, or `nil` if nobody is logged in.
    let importer: User.ID?
    /// Whether nothing is written.
    let isDryRun: Bool
    private let reportIssue: @Sendable (RestoreReport.Issue) throws -> Void
    private let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    private let before: StoreState
    var keys: KeyDirectory
    /// The outcomes so far.
    var report = RestoreReport()
    /// The paths of the files with entries that cannot be read.
    private var unreadableFiles: Set<String> = []
    /// The line numbers of the applied entries, by file.
    var applied: [String: IndexSet] = [:]
    var appliedCount = 0
    /// The blobs that have been stored, found in the store or rejected.
    private(set) var settledBlobs: Set<BlobID> = []
    /// The pictures that the export left out, each with the first entry that shows it.
    var leftOut: [(blob: BlobID, file: String, line: Int)] = []

    /// The maximum number of entries in one transaction.
    private let batchSize: Int
    /// Creates an import and reads the store, without writing anything.
    ///
    /// - Throws: A `TimelineError` if the storage fails.
    init(
        of source: StoreArchive,
        into engine: TimelineEngine,
        by importer: User.ID?,
        isDryRun: Bool,
        batchSize: Int = 500,
        reportIssue: @escaping @Sendable (RestoreReport.Issue) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        self.engine = engine
        self.source = source
        self.importer = importer
        self.isDryRun = isDryRun
        self.batchSize = batchSize
        self.reportIssue = reportIssue
        self.progress = progress
        before = try await engine.readWithAccounts { try StoreState($0, $1) }
        keys = before.keys
    }

    /// Imports the archive.
    ///
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError`, or an error thrown by
    ///   the closure that receives issues.
    mutating func run() async throws -> RestoreReport {
        for file in source.recordFiles { try await importUnsigned(file) }
        for file in source.recordFiles { try await importRecords(file) }
        try await importOriginals()
        try await settleApplied()
        try reportLeftOut()
        try reportRemainingFiles()
        return report
    }

    /// Reports an entry or a file that is not imported.
    ///
    /// - Throws: Any error thrown by the closure that receives issues.
    mutating func addIssue(
        _ fault: EntryFault,
        _ kind: WritableKeyPath<RestoreReport, RestoreReport.Tally>,
        in file: String,
        line: Int? = nil,
        isRejected: Bool
    ) throws {
        let issue = RestoreReport.Issue(
            file: file,
            line: line,
            isRejected: isRejected,
            reason: fault.reason
        )
        report.add(issue, kind)
        try reportIssue(issue)
    }

    // MARK: Unsigned entries

    /// Imports the unsigned entries of a file, and collects its keys.
    private mutating func importUnsigned(_ file: ArchiveManifest.File) async throws {
        do {
            let isWhole = try source.isWhole(file)
            var lines = try source.lines(of: file)
            while let chunk = try lines.nextChunk() {
                try await importUnsigned(chunk, of: file, isWhole: isWhole)
            }
        } catch let fault as EntryFault {
            unreadableFiles.insert(file.path)
            try addIssue(fault, \.entries, in: file.path, isRejected: true)
        }
    }

    private mutating func importUnsigned(
        _ lines: [LineReader.Line],
        of file: ArchiveManifest.File,
        isWhole: Bool
    ) async throws {
        var entries: [ArchivedEntry] = []
        for line in lines {
            switch line.statement {
            case .success(.record(let record)):
                guard record.body.content.kind == .keyAdded,
                    // The error is reported when the record is imported.
                    let verified = try? KeyDirectory().verify(record)
                else { continue }
                keys.insert(verified)
            case .success(.change(let change)):
                guard isWhole else {
                    try addIssue(
                        .fileDamaged,
                        \.entries,
                        in: file.path,
                        line: line.number,
                        isRejected: true
                    )
                    continue
                }
                let entry = SharedEntry(.change(change))
                entries.append(ArchivedEntry(entry, file: file.path, line: line.number))
            case .failure(let fault):
                try addIssue(
                    fault,
                    \.entries,
                    in: file.path,
                    line: line.number,
                    isRejected: fault != .unknownKind
                )
            }
        }
        try await apply(entries)
    }

    // MARK: Records

    private mutating func importRecords(_ file: ArchiveManifest.File) async throws {
        guard !unreadableFiles.contains(file.path) else { return }
        do {
            var lines = try source.lines(of: file)
            while let chunk = try lines.nextChunk() {
                try await importRecords(chunk, of: file)
            }
        } catch let fault as EntryFault {
            // The file was readable before, so it has changed.
            unreadableFiles.insert(file.path)
            try addIssue(fault, \.entries, in: file.path, isRejected: true)
        }
    }

    private mutating func importRecords(
        _ lines: [LineReader.Line],
        of file: ArchiveManifest.File
    ) async throws {
        let latest =
            engine.environment.now()
            .addingTimeInterval(TimelineEnvironment.clockTolerance).timeIntervalSince1970 * 1000
        var entries: [ArchivedEntry] = []
        for line in lines {
            guard case .success(.record(let record)) = line.statement else { continue }
            do throws(EntryFault) {
                let verified: VerifiedRecord
                do throws(RecordError) {
                    verified = try keys.verify(record)
                } catch {
                    throw .invalidRecord(error)
                }
                guard Double(record.body.stamp.milliseconds) <= latest else { throw .inFuture }
                let entry = SharedEntry(.record(verified))
                entries.append(ArchivedEntry(entry, file: file.path, line: line.number))
            } catch {
                try addIssue(
                    error,
                    \.entries,
                    in: file.path,
                    line: line.number,
                    isRejected: true
                )
            }
        }
        try await apply(entries)
    }

    // MARK: Transactions

    /// Applies the entries of a chunk that the store does not contain, batch by batch.
    private mutating func apply(_ entries: [ArchivedEntry]) async throws {
        var present = try await engine.read { try $0.present(entries) }
        for start in stride(from: 0, to: entries.count, by: batchSize) {
            try Task.checkCancellation()
            let batch = Array(entries[start..<min(start + batchSize, entries.count)])
            try await applyBatch(batch, present: &present)
            progress(report.entries.total + appliedCount, source.manifest.entryCount)
        }
    }

    /// Stores the blobs of a batch and applies the entries that the store does not contain.
    private mutating func applyBatch(
        _ batch: [ArchivedEntry],
        present: inout Set<BlobID>
    ) async throws {
        // A repeated line counts as present.
        let new = batch.filter { present.insert($0.hash).inserted }
        report.entries.total += batch.count - new.count
        report.entries.present += batch.count - new.count
        let outcomes = try await settle(new, blobsOf: batch)
        for (entry, outcome) in zip(new, outcomes) {
            switch outcome {
            case .success:
                applied[entry.file, default: []].insert(entry.line)
                appliedCount += 1
            case .failure(let fault):
                try addIssue(
                    fault,
                    \.entries,
                    in: entry.file,
                    line: entry.line,
                    isRejected: true
                )
            }
        }
    }

    /// Stores blobs, and applies entries in one transaction.
    ///
    /// If two posts or comments of the batch have the same ID, they are applied one by one.
    private mutating func settle(
        _ new: [ArchivedEntry],
        blobsOf batch: [ArchivedEntry]
    ) async throws -> [Result<Bool, EntryFault>] {
        let wanted = Set(batch.flatMap(\.blobs)).subtracting(settledBlobs).sorted()
        let work = BatchWork(
            source: source,
            engine: engine,
            entries: new.map(\.entry),
            wanted: wanted,
            protected: before.protected,
            importer: importer,
            isDryRun: isDryRun
        )
        do {
            let (results, media) = try await engine.fileWrites.run { try work.run() }
            var rejected: Set<BlobID> = []
            for case (let entry, .failure) in zip(new, results) { rejected.insert(entry.hash) }
            try settle(media, of: batch.filter { !rejected.contains($0.hash) })
            return results
        } catch TimelineError.identifierConflict {
            guard batch.count > 1 else { return [.failure(.idInUse)] }
            // Entries that the store already contains can still lack their pictures.
            let hashes = Set(new.map(\.hash))
            _ = try await settle([], blobsOf: batch.filter { !hashes.contains($0.hash) })
            var results: [Result<Bool, EntryFault>] = []
            for entry in new { results += try await settle([entry], blobsOf: [entry]) }
            return results
        }
    }

    /// Counts the outcomes of the blobs that the entries of a batch reference, except rejected ones.
    ///
    /// A picture that the archive lacks has no path, so its issue states the line that shows it.
    private mutating func settle(
        _ media: BatchWork.MediaOutcomes,
        of batch: [ArchivedEntry]
    ) throws {
        let shown = batch.flatMap { entry in entry.blobs.map { ($0, entry) } }
        let entries = Dictionary(shown) { first, _ in first }
        for (blob, outcome) in media where !settledBlobs.contains(blob) {
            switch outcome {
            case .success(let isNew):
                report.media.total += 1
                if isNew { report.media.imported += 1 } else { report.media.present += 1 }
            case .failure(let fault):
                if let path = source.blobs[blob] {
                    try addIssue(fault, \.media, in: path, isRejected: true)
                } else if let entry = entries[blob] {
                    if source.missing.contains(blob) {
                        leftOut.append((blob, entry.file, entry.line))
                    } else {
                        let (file, line) = (entry.file, entry.line)
                        try addIssue(fault, \.media, in: file, line: line, isRejected: true)
                    }
                } else {
                    // Only rejected entries of this batch show it, but a later batch may, too.
                    continue
                }
            }
            settledBlobs.insert(blob)
        }
    }
}
