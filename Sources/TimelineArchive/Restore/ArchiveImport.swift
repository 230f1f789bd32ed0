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
    private let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    private let before: StoreState
    private var keys: KeyDirectory
    /// The outcomes so far.
    var report = RestoreReport()
    /// The line numbers of the applied entries, by file.
    private var applied: [String: IndexSet] = [:]
    private var appliedCount = 0
    /// The blobs that have been stored, found in the store or rejected.
    private(set) var settledBlobs: Set<BlobID> = []

    /// The maximum number of entries in one transaction.
    private let batchSize: Int
    /// The maximum length of a line in bytes.
    private static let lineLimit = 1 << 20

    /// Creates an import and reads the store, without writing anything.
    ///
    /// - Throws: A `TimelineError` if the storage fails.
    init(
        of source: StoreArchive,
        into engine: TimelineEngine,
        by importer: User.ID?,
        isDryRun: Bool,
        batchSize: Int = 500,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws {
        self.engine = engine
        self.source = source
        self.importer = importer
        self.isDryRun = isDryRun
        self.batchSize = batchSize
        self.progress = progress
        before = try await engine.readWithAccounts { try StoreState($0, $1) }
        keys = before.keys
    }

    /// Imports the archive.
    ///
    /// - Throws: A `TimelineError` if the storage fails, or `CancellationError`.
    mutating func run() async throws -> RestoreReport {
        for file in source.recordFiles { try await importUnsigned(file) }
        for file in source.recordFiles { try await importRecords(file) }
        try await importOriginals()
        try await settleApplied()
        reportRemainingFiles()
        report.issues.sort {
            ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0)
        }
        return report
    }

    // MARK: Lines

    /// Reads the lines of a file.
    ///
    /// - Returns: The valid entries, and the rejected lines.
    ///
    /// - Throws: ``EntryFault`` if the file cannot be read.
    private func read(
        _ file: ArchiveManifest.File
    ) throws(EntryFault) -> (
        lines: [(Int, Result<ArchivedStatement, EntryFault>)], isWhole: Bool
    ) {
        let (content, isWhole) = try source.records(file)
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let statements = lines.enumerated().filter { !$0.element.isEmpty }
            .map { index, line in
                let result = Result { () throws(EntryFault) in
                    guard line.count <= Self.lineLimit else { throw .lineTooLong }
                    return try ArchivedStatement(line: Array(line)[...])
                }
                return (index + 1, result)
            }
        return (statements, isWhole)
    }

    // MARK: Unsigned entries

    /// Imports the unsigned entries of a file, and collects its keys.
    private mutating func importUnsigned(_ file: ArchiveManifest.File) async throws {
        let (lines, isWhole): ([(Int, Result<ArchivedStatement, EntryFault>)], Bool)
        do throws(EntryFault) {
            (lines, isWhole) = try read(file)
        } catch {
            return report.addIssue(error, \.entries, in: file.path, isRejected: true)
        }
        var entries: [ArchivedEntry] = []
        for (line, result) in lines {
            switch result {
            case .success(.record(let record)):
                guard record.body.content.kind == .keyAdded,
                    // The error is reported when the record is imported.
                    let verified = try? KeyDirectory().verify(record)
                else { continue }
                keys.insert(verified)
            case .success(.change(let change)):
                guard isWhole else {
                    report.addIssue(
                        .fileDamaged,
                        \.entries,
                        in: file.path,
                        line: line,
                        isRejected: true
                    )
                    continue
                }
                let entry = SharedEntry(.change(change))
                entries.append(ArchivedEntry(entry, file: file.path, line: line))
            case .failure(let fault):
                report.addIssue(
                    fault,
                    \.entries,
                    in: file.path,
                    line: line,
                    isRejected: fault != .unknownKind
                )
            }
        }
        try await apply(entries)
    }

    // MARK: Records

    private mutating func importRecords(_ file: ArchiveManifest.File) async throws {
        // The error has been reported with the unsigned entries.
        guard let (lines, _) = try? read(file) else { return }
        let latest =
            engine.environment.now()
            .addingTimeInterval(TimelineEnvironment.clockTolerance).timeIntervalSince1970 * 1000
        var entries: [ArchivedEntry] = []
        for case (let line, .success(.record(let record))) in lines {
            do throws(EntryFault) {
                let verified: VerifiedRecord
                do throws(RecordError) {
                    verified = try keys.verify(record)
                } catch {
                    throw .invalidRecord(error)
                }
                guard Double(record.body.stamp.milliseconds) <= latest else { throw .inFuture }
                let entry = SharedEntry(.record(verified))
                entries.append(ArchivedEntry(entry, file: file.path, line: line))
            } catch {
                report.addIssue(error, \.entries, in: file.path, line: line, isRejected: true)
            }
        }
        try await apply(entries)
    }

    // MARK: Transactions

    /// Applies the entries of a file that the store does not contain, batch by batch.
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
                report.addIssue(
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
        let paths = source.blobs
        let wanted = Set(batch.flatMap(\.blobs)).subtracting(settledBlobs)
            .filter { paths[$0] != nil }.sorted()
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
            for (blob, outcome) in media { settle(blob, outcome) }
            return results
        } catch TimelineError.identifierConflict {
            guard batch.count > 1 else { return [.failure(.idInUse)] }
            var results: [Result<Bool, EntryFault>] = []
            for entry in new { results += try await settle([entry], blobsOf: [entry]) }
            return results
        }
    }

    private mutating func settle(_ blob: BlobID, _ outcome: Result<Bool, EntryFault>) {
        guard settledBlobs.insert(blob).inserted, let path = source.blobs[blob] else { return }
        switch outcome {
        case .success(let isNew):
            report.media.total += 1
            if isNew { report.media.imported += 1 } else { report.media.present += 1 }
        case .failure(let fault): report.addIssue(fault, \.media, in: path, isRejected: true)
        }
    }

    // MARK: The outcome

    /// Counts the applied entries that the store now contains as imported, and those that it has
    /// replaced or deleted as present.
    private mutating func settleApplied() async throws {
        report.entries.total += appliedCount
        guard !isDryRun else {
            report.entries.imported += appliedCount
            return
        }
        for file in source.recordFiles {
            // If a file can no longer be read, its entries cannot be counted.
            guard let lines = applied[file.path], let content = try? read(file).lines else {
                continue
            }
            let entries = content.compactMap { line, result in
                lines.contains(line) ? result.entry(in: file.path, line: line, keys) : nil
            }
            let count = try await engine.read { try $0.present(entries) }.count
            report.entries.imported += count
            report.entries.present += lines.count - count
        }
    }

    private mutating func reportRemainingFiles() {
        for (blob, path) in source.blobs where !settledBlobs.contains(blob) {
            report.addIssue(.noEntry, \.media, in: path, isRejected: false)
        }
    }
}

extension Result<ArchivedStatement, EntryFault> {
    /// Returns the entry of a line that has been applied.
    fileprivate func entry(in file: String, line: Int, _ keys: KeyDirectory) -> ArchivedEntry? {
        switch self {
        case .success(.change(let change)):
            ArchivedEntry(SharedEntry(.change(change)), file: file, line: line)
        case .success(.record(let record)):
            // The record was valid when it was applied.
            (try? keys.verify(record))
                .map { ArchivedEntry(SharedEntry(.record($0)), file: file, line: line) }
        case .failure: nil
        }
    }
}
