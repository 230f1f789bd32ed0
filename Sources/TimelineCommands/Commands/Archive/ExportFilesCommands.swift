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

    func validate() throws { try requirePath(file) }

    func run(in context: CommandContext) async throws {
        let store = try await context.openStore(global)
        let (json, report) = try await store.owner.exportFirebase()
        try OutputFile(url: URL(filePath: file)).write(json)
        try store.show(report, at: file)
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

    func validate() throws { try requirePath(folder) }

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
        try store.show(report, at: folder)
    }
}

extension OpenStore {
    /// Shows the report of an export, and fails if photos were left out that the store should have.
    fileprivate func show(_ report: PostExportReport, at path: String) throws {
        try output.show(report) { layout in
            let sentences =
                [
                    ArchiveMessages.exportedFiles(
                        posts: report.posts,
                        photos: report.photos,
                        to: path
                    )
                ] + ArchiveMessages.omitted(report)
                + ArchiveMessages.leftOut(
                    lost: report.lostPhotos,
                    unavailable: report.unavailablePhotos
                )
            return sentences.flatMap { layout.paragraph($0) }
        }
        try ReportedError.check(lost: report.lostPhotos, unavailable: report.unavailablePhotos)
    }
}
