import TimelineCore

extension ArchiveImport {
    /// Counts the applied entries that the store now contains as imported, and those that it has
    /// replaced or deleted as present.
    mutating func settleApplied() async throws {
        report.entries.total += appliedCount
        guard !isDryRun else {
            report.entries.imported += appliedCount
            return
        }
        for file in source.recordFiles {
            // If a file can no longer be read, its entries cannot be counted.
            guard let numbers = applied[file.path], var lines = try? source.lines(of: file) else {
                continue
            }
            var count = 0
            // The same applies to the rest of a file that has become unreadable.
            while let chunk = try? lines.nextChunk() {
                let entries = chunk.compactMap { line in
                    numbers.contains(line.number) ? line.entry(in: file.path, keys) : nil
                }
                count += try await engine.read { try $0.present(entries) }.count
            }
            report.entries.imported += count
            report.entries.present += numbers.count - count
        }
    }

    /// Reports the pictures that the export left out, after those that are rejected, because a
    /// device with a storage budget can have left out most of them.
    mutating func reportLeftOut() throws {
        for (blob, file, line) in leftOut {
            try addIssue(.pictureLeftOut(blob), \.media, in: file, line: line, isRejected: false)
        }
    }

    mutating func reportRemainingFiles() throws {
        let remaining = source.blobs.filter { !settledBlobs.contains($0.key) }
        for path in remaining.values.sorted() {
            try addIssue(.noEntry, \.media, in: path, isRejected: false)
        }
    }
}
