package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Functions for files and folders at paths that the user has chosen, such as the folder of a store
/// and the files directly in it, in a form that survives a system crash.
///
/// The last component of a path is never followed if it is a symbolic link. Everything further below
/// such a folder is reached through an ``OpenFolder``.
package enum DurableFile {
    /// The prefix of the names of files that are being written.
    package static let temporaryPrefix = ".writing-"

    /// Writes `content` to `path` atomically.
    ///
    /// The content is written to a temporary file with mode 0600, which is synced and renamed. The
    /// folder is synced last.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``. In this case, the temporary file is deleted.
    package static func write(_ content: Data, to path: URL) throws(TimelineError) {
        try folder(of: path).write(content, to: path.lastPathComponent)
    }

    /// Returns an unused path in the same folder as `path`, for a temporary file that is renamed
    /// once it is complete.
    package static func temporaryPath(beside path: URL) -> URL {
        path.deletingLastPathComponent().appending(path: temporaryName())
    }

    /// Returns a random name for a temporary file.
    static func temporaryName() -> String { "\(temporaryPrefix)\(UUID().uuidString)" }

    /// Creates an empty file with mode 0600 at `path`, where no item may exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func create(_ path: URL) throws(TimelineError) {
        _ = try folder(of: path).create(path.lastPathComponent)
    }

    /// Moves a file within its folder and syncs the folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func move(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) == 0 else { throw .system(.moving, at: path) }
        try sync(folder: target.deletingLastPathComponent())
    }

    /// Deletes a file, if it exists, and syncs its folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func remove(_ path: URL) throws(TimelineError) {
        try OpenFolder(path.deletingLastPathComponent())?.remove(path.lastPathComponent)
    }

    /// Opens the folder that contains `path`.
    private static func folder(of path: URL) throws(TimelineError) -> OpenFolder {
        guard let folder = try OpenFolder(path.deletingLastPathComponent()) else {
            throw .missingFolder(of: path)
        }
        return folder
    }
}
