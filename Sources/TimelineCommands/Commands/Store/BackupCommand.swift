import ArgumentParser
import Foundation
import TimelineCore
import TimelineSQLite

struct BackupCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: StoreHelp.Backup.abstract,
        discussion: StoreHelp.Backup.discussion
    )

    @Argument(help: StoreHelp.Backup.folder, completion: .directory)
    var folder: String

    @OptionGroup var global: GlobalOptions

    func validate() throws { try requirePath(folder) }

    func run(in context: CommandContext) async throws {
        let source = try context.storeFolder(global)
        guard source.exists else { throw CommandError.storeNotFound(source.url.path) }
        let target = URL(filePath: folder)
        try withExternalFileErrors(.finding, target) { try StoreFolder(target).checkPath() }
        let backup = try backup(of: source, in: context)
        let report = try await context.showingProgress(DoctorText.copying) { progress in
            try await BlockingExecutor(width: 1)
                .run { try backup.copy(to: target) { progress.update($0, of: $1) } }
        }
        try context.output(global).show(report) { $0.paragraph(report.sentence(folder)) }
        if !report.damagedPhotos.isEmpty { throw ReportedError.unhealthyStore }
    }

    private func backup(
        of source: StoreFolder,
        in context: CommandContext
    ) throws -> StoreBackup {
        if source.server != nil {
            #if Cluster
            let (repository, blobs) = try source.openMovable(
                variables: context.variables,
                repositories: context.repositories
            )
            return StoreBackup(of: repository, blobs: blobs)
            #else
            throw UsageError(ErrorText.serversUnsupported)
            #endif
        }
        let repository = try SQLiteRepository(file: source.database)
        context.repositories.add(repository)
        return StoreBackup(
            of: repository,
            blobs: try FolderBlobStore(folder: source.blobs),
            in: source.url
        )
    }
}

extension BackupReport {
    fileprivate func sentence(_ folder: String) -> String {
        let summary = DoctorText.backedUp(to: folder, files: photoCount, new: newPhotoCount)
        guard !damagedPhotos.isEmpty else { return summary }
        return "\(summary) \(DoctorText.damaged(damagedPhotos.count))"
    }
}
