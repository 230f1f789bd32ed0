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

    @Flag(help: ArchiveHelp.Import.dryRun)
    var dryRun = false

    @Option(help: ArchiveHelp.Import.report, completion: .file())
    var report: String?

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let path = InputFile(path: archive).url
        guard try DurableFile.exists(path) else { throw CommandError.fileNotFound(archive) }
        let source = try StoreArchive(at: path)
        let store = try await context.createStore(in: context.storeFolder(global), options: global)
        let importer = try await store.viewerIfAny()?.user().id
        let result = try await context.showingProgress(ArchiveMessages.importing) { progress in
            try await store.owner.restore(source, by: importer, isDryRun: dryRun) {
                progress.update($0, of: $1)
            }
        }
        if let report { try OutputFile(url: URL(filePath: report)).write(result.jsonLines()) }
        try store.output.show(result) { $0.whole(result) }
        if result.entries.rejected + result.media.rejected > 0 {
            throw ReportedFailure.rejectedEntries
        }
    }
}

extension RestoreReport {
    /// Returns the issues as JSON Lines.
    fileprivate func jsonLines() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try issues.reduce(into: Data()) { lines, issue in
            lines += try encoder.encode(issue) + [UInt8(ascii: "\n")]
        }
    }
}
