import Foundation
import TimelineCore

extension ArchiveImport {
    /// Imports the originals of the photos, after the entries that reference the photos.
    ///
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError`, or an error thrown by
    ///   the closure that receives issues.
    mutating func importOriginals() async throws {
        let lines: [BlobID: [ArchivedOriginal]]
        do {
            lines = try originalLines()
        } catch let fault as EntryError {
            return try addIssue(fault, \.media, in: ArchiveLayout.originals, isRejected: true)
        }
        for (original, path) in source.originals.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            let work = OriginalWork(
                source: source,
                engine: engine,
                importer: importer,
                original: (original, path),
                lines: lines[original] ?? [],
                rehearsal: isDryRun ? finishedBlobs : nil
            )
            let outcome = try await engine.fileWrites.run { try work.run() }
            try settle(path, as: outcome)
        }
    }

    /// Reads the lines about originals that the archive contains, and reports malformed lines.
    ///
    /// - Throws: ``EntryError`` if the list is missing or damaged, or does not match the manifest,
    ///   or an error thrown by the closure that receives issues.
    private mutating func originalLines() throws -> [BlobID: [ArchivedOriginal]] {
        guard let list = source.originalList else { return [:] }
        guard try source.isWhole(list) else { throw EntryError.damagedFile }
        var originals: [BlobID: [ArchivedOriginal]] = [:]
        var lines = try source.lines(of: list)
        while let chunk = try lines.nextChunk() {
            for line in chunk {
                do throws(EntryError) {
                    let original = try ArchivedOriginal(line: line.content.get())
                    guard source.originals[original.original] != nil else { continue }
                    originals[original.original, default: []].append(original)
                } catch {
                    let number = line.number
                    try addIssue(error, \.media, in: list.path, line: number, isRejected: true)
                }
            }
        }
        return originals
    }

    private mutating func settle(
        _ path: String,
        as outcome: Result<OriginalWork.Outcome, EntryError>
    ) throws {
        switch outcome {
        case .success(.unused): try addIssue(.noEntry, \.media, in: path, isRejected: false)
        case .success(let outcome):
            report.media.total += 1
            if outcome == .imported {
                report.media.imported += 1
            } else {
                report.media.present += 1
            }
        case .failure(let fault): try addIssue(fault, \.media, in: path, isRejected: true)
        }
    }
}
