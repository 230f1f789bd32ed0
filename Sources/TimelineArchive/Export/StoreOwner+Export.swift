public import Foundation
public import TimelineCore

extension StoreOwner {
    /// Exports entries and photos to an archive that other programs can read.
    ///
    /// Docs/Archive.md describes the format. The archive contains one snapshot, even if others
    /// write to the store meanwhile, and identical stores produce identical archives. An export
    /// takes memory for one photo, 8 MiB of entries, and about 300 bytes per photo. The archive
    /// appears at its path once it is complete.
    ///
    /// ```swift
    /// let report = try await owner.export(to: folder.appending(path: "leia.zip"), as: .zip)
    /// ```
    ///
    /// - Parameters:
    ///   - target: The path of the archive. Nothing may exist at this path, except an empty folder
    ///     for ``ArchiveForm/folder``.
    ///   - form: The format of the archive.
    ///   - options: The contents of the archive.
    ///   - progress: Called with the number of entries and 0, and then with the number of photos,
    ///     previews and originals written and their total number. The site is not included.
    /// - Returns: The numbers of exported entries and photos.
    /// - Throws: A `TimelineError` if reading or writing fails.
    @concurrent
    public func export(
        to target: URL,
        as form: ArchiveForm,
        _ options: ArchiveOptions = ArchiveOptions(),
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ExportReport {
        let (repository, blobs) = (engine.syncedRepository, engine.syncedBlobs)
        // Use a separate lane, because an export can take minutes.
        return try await BlockingExecutor(width: 1)
            .run {
                switch form {
                case .zip:
                    var export = ArchiveExport(
                        to: try ZipWriter(target),
                        blobs: blobs,
                        options: options,
                        progress: progress
                    )
                    return try repository.read { try export.run($0, $1) }
                case .folder:
                    var export = ArchiveExport(
                        to: try FolderWriter(target),
                        blobs: blobs,
                        options: options,
                        progress: progress
                    )
                    return try repository.read { try export.run($0, $1) }
                }
            }
    }
}
