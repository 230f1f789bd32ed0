#if Cluster
import ArgumentParser
import Foundation
import TimelineCluster
import TimelineCore
import TimelinePostgres
import TimelineSQL
import TimelineSQLite

struct MoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: MoveHelp.abstract,
        discussion: MoveHelp.discussion
    )

    @Option(help: MoveHelp.to, completion: .directory)
    var to: String

    @Option(help: MoveHelp.toPhotos)
    var toPhotos: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try requirePath(to)
        guard !ServerAddress.containsPassword(to) else {
            throw ValidationError(ErrorText.passwordInAddress)
        }
    }

    func run(in context: CommandContext) async throws {
        let source = try context.storeFolder(global)
        guard source.exists else { throw CommandError.storeNotFound(source.url.path) }
        if toPhotos != nil, try ServerAddress.parsing(to, photos: nil) == nil {
            throw UsageError(MoveText.photosToFolder)
        }
        // `$TIMELINE_PHOTOS` is about the source, like `--photos`.
        let target = try StoreFolder(
            option: to,
            photos: toPhotos,
            variables: context.variables.filter { $0.key != "TIMELINE_PHOTOS" }
        )
        try check(source, target)
        let (store, photos) = try source.openMovable(
            variables: context.variables,
            repositories: context.repositories
        )
        let move = StoreMove(of: store, photos, to: target.moveTarget) {
            try target.openTargetPhotos(variables: context.variables)
        }
        let report = try await context.showingProgress(MoveText.copying) { progress in
            try await BlockingExecutor(width: 1)
                .run { try move.run { _, done, total in progress.update(done, of: total) } }
        }
        try context.output(global).show(report) { $0.paragraph(report.sentence(to)) }
        if !report.damagedPhotos.isEmpty { throw ReportedError.unhealthyStore }
    }

    /// Checks that the two places differ, and that the photos of both are known.
    private func check(_ source: StoreFolder, _ target: StoreFolder) throws {
        if let server = target.server {
            guard server.photos != nil else { throw UsageError(MoveText.toPhotosMissing) }
            guard server.database != source.server?.database else {
                throw UsageError(MoveText.samePlace)
            }
        } else {
            try withExternalFileErrors(.finding, target.url) { try target.checkPath() }
            guard try source.server != nil || !DurableFile.isInside(target.url, source.url) else {
                throw UsageError(MoveText.samePlace)
            }
        }
        // Otherwise, what is deleted in one of the stores later would be missing in the other one.
        guard try !source.photoPlace.overlaps(target.photoPlace) else {
            throw UsageError(MoveText.samePhotos)
        }
    }
}

extension StoreFolder {
    /// The place of the photos, which is the whole folder for a store in a folder.
    fileprivate var photoPlace: PhotoPlace {
        get throws {
            guard let server else { return .folder(url) }
            guard let photos = server.photos else { throw UsageError(ErrorText.photosMissing) }
            return try PhotoPlace(photos)
        }
    }

    /// Opens the store, which exists, to copy it.
    func openMovable(
        variables: [String: String],
        repositories: OpenRepositories
    ) throws -> (any MovableStore, any BlobStore) {
        repositories.willOpen(self)
        if let server {
            let (repository, blobs) = try open(server, creating: false, variables: variables)
            repositories.add(repository)
            return (repository, blobs)
        }
        let repository = try SQLiteRepository(file: database)
        repositories.add(repository)
        return (repository, try FolderBlobStore(folder: blobs))
    }

    /// The place for the tables of a copy.
    fileprivate var moveTarget: any StoreTarget {
        if let server { PostgresTarget(server.database) } else { FolderTarget(url) }
    }

    /// Opens the place for the photos of a copy.
    fileprivate func openTargetPhotos(variables: [String: String]) throws -> any BlobStore {
        guard let photos = server?.photos else {
            try DurableFile.makeFolder(url)
            return try FolderBlobStore(folder: blobs)
        }
        // Nobody else uses the target before the move has ended, and a move removes nothing.
        return try PhotoPlace(photos).open(variables, leases: InMemoryBlobLeases())
    }
}

extension MoveReport {
    fileprivate func sentence(_ target: String) -> String {
        let summary = MoveText.moved(
            to: target,
            records: recordCount,
            rows: rowCount,
            newRows: newRowCount,
            photos: photoCount,
            newPhotos: newPhotoCount
        )
        guard !damagedPhotos.isEmpty else { return summary }
        return "\(summary) \(DoctorText.damaged(damagedPhotos.count))"
    }
}

extension MoveError: ReportableError {
    var code: String {
        switch self {
        case .targetNotEmpty: "target-not-empty"
        case .copyDiffers, .photosMissing: "copy-differs"
        }
    }

    var description: String {
        switch self {
        case .targetNotEmpty: MoveText.targetNotEmpty
        case .copyDiffers(let tables): MoveText.copyDiffers(tables)
        case .photosMissing(let count): MoveText.photosMissing(count)
        }
    }

    var hint: String? { nil }

    var exitCode: Int32 {
        switch self {
        case .targetNotEmpty: 73
        case .copyDiffers, .photosMissing: 74
        }
    }
}
#endif
