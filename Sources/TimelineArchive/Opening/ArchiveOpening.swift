import Foundation
import TimelineCore

/// Opens a zip archive, a tar archive or a folder, according to its contents.
enum ArchiveOpening {
    /// Opens an archive or a folder.
    ///
    /// This call blocks. A compressed tar archive is read to the end.
    ///
    /// - Throws: `TimelineError.archiveUnreadable` or a storage error.
    static func open(_ path: URL) throws(TimelineError) -> any ArchiveSource {
        if DurableFile.isFolder(path) { return try FolderSource(path) }
        let file = try ArchiveFile(path)
        return try isZip(file) ? ZipArchive(file) : TarArchive(file)
    }

    /// Returns whether a file starts with the signature of a zip archive, which may be empty.
    private static func isZip(_ file: ArchiveFile) throws(TimelineError) -> Bool {
        do throws(EntryError) {
            let start = Array(try file.read(4, at: 0))
            return start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6])
        } catch {
            throw .archiveUnreadable(error.reason)
        }
    }
}
