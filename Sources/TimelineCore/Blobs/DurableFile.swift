package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads and writes files that survive a crash of the machine.
package enum DurableFile {
    static let temporaryPrefix = ".writing-"

    /// Writes `content` to `path`, atomically: writes a temporary file of mode 0600, syncs it,
    /// renames it and syncs the folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, after deleting the temporary file.
    package static func write(_ content: Data, to path: URL) throws(TimelineError) {
        let temporary = temporaryPath(beside: path)
        do throws(TimelineError) {
            guard writeSynced(content, to: temporary, mode: 0o600) else {
                throw .system(.writing, path)
            }
            guard rename(temporary.path, path.path) == 0 else { throw .system(.writing, path) }
            try sync(folder: path.deletingLastPathComponent())
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    /// Returns an unused path in the folder of `path`, for a file to be renamed when it is
    /// complete.
    package static func temporaryPath(beside path: URL) -> URL {
        path.deletingLastPathComponent().appending(path: "\(temporaryPrefix)\(UUID().uuidString)")
    }

    /// Creates an empty file of mode 0600 at `path`, unless a file exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func create(_ path: URL) throws(TimelineError) {
        let descriptor = open(path.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(.creating, path) }
        close(descriptor)
    }

    /// Moves a file and syncs its new folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func move(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) == 0 else { throw .system(.moving, path) }
        try sync(folder: target.deletingLastPathComponent())
    }

    /// Moves a file, if it exists, without syncing; a crash of the machine may undo the move.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func moveUnsynced(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) != 0, errno != ENOENT else { return }
        throw .system(.moving, path)
    }

    /// Moves a file, if it exists, to a path that another process may use at the same time; then
    /// the other file stays.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func restore(_ path: URL, to target: URL) throws(TimelineError) {
        let isLinked = link(path.path, target.path) == 0
        if !isLinked && errno != EEXIST {
            // A file system without hard links, or no file.
            return try exists(target) ? remove(path) : moveUnsynced(path, to: target)
        }
        if isLinked { try sync(folder: target.deletingLastPathComponent()) }
        try remove(path)
    }

    /// Deletes a file, if it exists, and syncs its folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func remove(_ path: URL) throws(TimelineError) {
        guard unlink(path.path) == 0 else {
            if errno == ENOENT { return }
            throw .system(.deleting, path)
        }
        try sync(folder: path.deletingLastPathComponent())
    }
}
