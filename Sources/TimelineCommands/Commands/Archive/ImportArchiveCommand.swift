import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

struct ImportArchiveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: ArchiveHelp.Import.archiveAbstract,
        discussion: ArchiveHelp.Import.archiveDiscussion
    )

    @Argument(help: ArchiveHelp.Import.archive, completion: .file())
    var archive: String

    @OptionGroup var options: ImportOptions
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let path = InputFile(path: archive).url
        guard try DurableFile.exists(path) else { throw CommandError.fileNotFound(archive) }
        let source = try StoreArchive(at: path)
        let store = try await context.createStore(in: context.storeFolder(global), options: global)
        let importer = try await store.viewerIfAny()?.user().id
        let file = try options.report.map { try LineFile(URL(filePath: $0)) }
        let result = try await context.showingProgress(ArchiveMessages.importing) { progress in
            try await store.owner.restore(
                source,
                by: importer,
                isDryRun: options.dryRun,
                report: { issue in
                    try file?.write(JSON.line(issue))
                    store.output.list(ArchiveMessages.issue(issue))
                },
                progress: { progress.update($0, of: $1) }
            )
        }
        try file?.write(JSON.line(RestoreSummary(summary: result.withoutIssues)))
        try store.output.show(result) { $0.whole(result) }
        if result.entries.rejected + result.media.rejected > 0 {
            throw ReportedFailure.rejectedEntries
        }
    }
}

/// The last line of a report file.
private struct RestoreSummary: Encodable {
    let summary: RestoreReport
}
