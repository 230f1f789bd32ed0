import Foundation
import TimelineCore

extension ArchiveImport {
    /// Imports the originals of the photos, after the entries that reference the photos.
    ///
    /// - Throws: A `TimelineError` if the storage fails, or `CancellationError`.
    mutating func importOriginals() async throws {
        let list: [Result<ArchivedOriginal, EntryFault>]
        do throws(EntryFault) {
            list = try source.originalLines()
        } catch {
            let path = ArchiveLayout.originals
            return report.addIssue(error, \.media, in: path, isRejected: true)
        }
        var lines: [BlobID: [ArchivedOriginal]] = [:]
        for (index, result) in list.enumerated() {
            switch result {
            case .success(let line): lines[line.original, default: []].append(line)
            case .failure(let fault):
                report.addIssue(
                    fault,
                    \.media,
                    in: ArchiveLayout.originals,
                    line: index + 1,
                    isRejected: true
                )
            }
        }
        for (original, path) in source.originals.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            let work = OriginalWork(
                source: source,
                engine: engine,
                importer: importer,
                original: (original, path),
                lines: lines[original] ?? [],
                rehearsal: isDryRun ? settledBlobs : nil
            )
            try await settle(path, engine.fileWrites.run { try work.run() })
        }
    }

    private mutating func settle(
        _ path: String,
        _ outcome: Result<OriginalWork.Outcome, EntryFault>
    ) {
        switch outcome {
        case .success(.unused): report.addIssue(.noEntry, \.media, in: path, isRejected: false)
        case .success(let outcome):
            report.media.total += 1
            if outcome == .imported {
                report.media.imported += 1
            } else {
                report.media.present += 1
            }
        case .failure(let fault): report.addIssue(fault, \.media, in: path, isRejected: true)
        }
    }
}
