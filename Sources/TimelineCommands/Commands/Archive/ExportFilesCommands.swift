import ArgumentParser
import Foundation
import TimelineArchive
import TimelineCore

struct ExportFirebaseCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "firebase",
        abstract: ArchiveHelp.Export.firebaseAbstract,
        discussion: ArchiveHelp.Export.firebaseDiscussion
    )

    @Argument(help: ArchiveHelp.Export.file, completion: .file())
    var file: String

    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let (json, report) = try await store.owner.exportFirebase()
        try OutputFile(url: URL(filePath: file)).write(json)
        try store.output.show(report) { $0.summary(of: report, at: file) }
    }
}

struct ExportFolderCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder",
        abstract: ArchiveHelp.Export.folderAbstract,
        discussion: ArchiveHelp.Export.folderDiscussion
    )

    @Argument(help: ArchiveHelp.Export.folder, completion: .directory)
    var folder: String

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError(DoctorText.emptyPath) }
    }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let user = try await store.viewer().user().id
        let output = try FilledFolder(newFolder: folder)
        let report = try await context.showingProgress(ArchiveMessages.exporting) { _ in
            do {
                let report = try await store.owner.writePhotos(of: user) { try output.add($0, $1) }
                try output.finish()
                return report
            } catch {
                output.discard()
                throw error
            }
        }
        try store.output.show(report) { $0.summary(of: report, at: folder) }
    }
}

extension TextLayout {
    fileprivate func summary(of report: PostExportReport, at path: String) -> [String] {
        paragraph(
            ArchiveMessages.exportedFiles(posts: report.posts, photos: report.photos, to: path)
        )
    }
}
