import ArgumentParser
import Foundation
import TimelineCore
import TimelineSQLite

struct BackupCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store to a folder, while other commands may use it.",
        discussion: """
            The copy contains everything, private data included. Into the folder of an earlier backup it copies \
            only new photos. To restore a backup, copy its folder to the place of the store, then run \
            `timeline doctor`.
            """
    )

    @Argument(help: "A new or empty folder, or that of an earlier backup.")
    var folder: String

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError("The folder has no name.") }
    }

    func run(in context: CommandContext) async throws {
        let source = context.storeFolder(global)
        guard source.exists else { throw CommandError.storeNotFound(source.url.path) }
        let target = URL(filePath: folder)
        try StoreFolder(target).checkPath()
        let repository = try SQLiteRepository(file: source.database)
        context.opened.add(repository)
        let backup = StoreBackup(
            of: repository,
            blobs: try FolderBlobStore(folder: source.blobs),
            in: source.url
        )
        let report = try await Progress.shown("Copying photos", in: context) { progress in
            try await BlockingExecutor(width: 1)
                .run { try backup.copy(to: target, progress: progress.update) }
        }
        try context.output(global).show(report) { $0.paragraph(report.sentence(folder)) }
        if !report.damagedPhotos.isEmpty { throw ReportedFailure.unhealthyStore }
    }
}

extension BackupReport {
    fileprivate func sentence(_ folder: String) -> String {
        let photos = photoCount == 1 ? "1 photo" : "\(photoCount) photos"
        let copied = "Backed up to \(folder): \(photos), \(newPhotoCount) of them new."
        guard !damagedPhotos.isEmpty else { return copied }
        return copied
            + " The store lacks \(damagedPhotos.count) of them; `timeline doctor` lists them."
    }
}
