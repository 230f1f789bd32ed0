import Foundation
import TimelineCore

/// A file that a command writes for the user.
///
/// An existing file is never overwritten.
struct OutputFile {
    /// The path of the file.
    let url: URL
    /// The permissions of a new file, before the user's file mode creation mask is applied.
    var mode: UInt16 = 0o666

    /// Checks that the file can be created, before work that takes long.
    func check() throws {
        guard try !DurableFile.existsOutsideStore(url) else {
            throw CommandError.fileExists(url.relativePath)
        }
        let folder = url.deletingLastPathComponent()
        guard DurableFile.isFolder(folder) else { throw try CommandError.missing(folder: folder) }
    }

    /// Writes the file and flushes it to disk.
    ///
    /// - Throws: ``CommandError/fileExists(_:)``, ``CommandError/folderNotFound(_:)``,
    ///   ``CommandError/notAFolder(_:)``, or ``TimelineError/storageFailed(_:)``, in which case the
    ///   incomplete file has been removed.
    func write(_ content: Data) throws {
        guard !DurableFile.writeSynced(content, to: url, mode: mode) else { return }
        switch errno {
        case EEXIST: throw CommandError.fileExists(url.relativePath)
        case ENOENT, ENOTDIR:
            throw try CommandError.missing(folder: url.deletingLastPathComponent())
        default:
            try withExternalFileErrors(.writing, url) {
                defer { unlink(url.path) }
                throw TimelineError.system(.writing, at: url)
            }
        }
    }
}
