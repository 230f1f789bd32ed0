import Foundation
import TimelineArchive
import TimelineCore

extension OpenStore {
    /// Imports posts as the logged-in user, and shows the progress.
    ///
    /// In a pipe, findings are printed one by one, before the summary.
    func importPosts(
        from path: String,
        as format: ArchiveFormat,
        _ options: ImportOptions
    ) async throws -> PostImportReport {
        let source = InputFile(path: path).url
        guard try DurableFile.existsOutsideStore(source) else {
            throw CommandError.fileNotFound(path)
        }
        LargeBuffers.returnToSystem()
        let viewer = try await viewer()
        let file = try options.report.map { try LineFile(URL(filePath: $0)) }
        let report = try await context.showingProgress(ImportText.importing) { progress in
            try await viewer.importPosts(
                from: source,
                as: format,
                isDryRun: options.dryRun,
                report: { [output] finding in
                    try file?.write(JSON.line(finding))
                    output.list(finding.sentence)
                },
                progress: { progress.update($0, of: $1) }
            )
        }
        try file?.write(JSON.line(report.summary))
        return report
    }

    /// Shows the report of an import, and fails if entries were rejected.
    func show(_ report: PostImportReport) throws {
        try output.show(report) { $0.whole(report, listsPeople: false) }
        try ReportedError.check(report)
    }
}

extension ReportedError {
    /// Throws a failure if an import rejected entries.
    ///
    /// - Throws: ``rejectedEntries``.
    static func check(_ report: PostImportReport) throws {
        if report.hasRejections { throw rejectedEntries }
    }
}

/// The last line of a report file.
private struct ImportSummary: Encodable {
    let summary: PostImportReport
}

extension PostImportReport {
    /// The counts in the report, which follow the findings in the file.
    fileprivate var summary: ImportSummary { ImportSummary(summary: withoutLists) }
}
