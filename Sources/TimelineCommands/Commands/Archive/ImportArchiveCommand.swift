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

    func validate() throws { try requirePath(archive) }

    func run(in context: CommandContext) async throws {
        let path = InputFile(path: archive).url
        guard try DurableFile.existsOutsideStore(path) else {
            throw CommandError.fileNotFound(archive)
        }
        let source = try StoreArchive(at: path)
        // Create the report first, so that an existing file leaves no empty store behind.
        let file = try options.report.map { try LineFile(URL(filePath: $0)) }
        let owner: StoreOwner
        var importer: User.ID?
        if let trial = try context.dryRunStore(global, isDryRun: options.dryRun) {
            owner = trial
        } else {
            let folder = context.storeFolder(global)
            let store = try await context.createStore(in: folder, options: global)
            owner = store.owner
            importer = try await store.viewerIfAny()?.user().id
        }
        let output = context.output(global)
        let result = try await context.showingProgress(ArchiveMessages.importing) { progress in
            try await owner.restore(
                source,
                by: importer,
                isDryRun: options.dryRun,
                report: { issue in
                    try file?.write(JSON.line(issue))
                    output.list(issue.sentence)
                },
                progress: { progress.update($0, of: $1) }
            )
        }
        try file?.write(JSON.line(RestoreSummary(summary: result.withoutIssues)))
        try output.show(result) { layout in
            layout.whole(result)
                + (options.dryRun ? layout.paragraph(ArchiveMessages.dryRun) : [])
        }
        if result.entries.rejected + result.media.rejected > 0 {
            throw ReportedError.rejectedEntries
        }
    }
}

/// The last line of a report file.
private struct RestoreSummary: Encodable {
    let summary: RestoreReport
}
