package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Functions for reading and writing files that survive a system crash.
package enum DurableFile {
    static let temporaryPrefix = ".writing-"

    /// Writes `content` to `path` atomically.
    ///
    /// The content is written to a temporary file with mode 0600, which is synced and renamed. The
    /// folder is synced last.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``. In this case, the temporary file is deleted.
    package static func write(_ content: Data, to path: URL) throws(TimelineError) {
        let temporary = temporaryPath(beside: path)
        do throws(TimelineError) {
            guard writeSynced(content, to: temporary, mode: 0o600) else {
                throw .system(.writing, at: path)
            }
            guard rename(temporary.path, path.path) == 0 else { throw .system(.writing, at: path) }
            try sync(folder: path.deletingLastPathComponent())
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    /// Returns an unused path in the same folder as `path`, for a temporary file that is renamed
    /// once it is complete.
    package static func temporaryPath(beside path: URL) -> URL {
        path.deletingLastPathComponent().appending(path: "\(temporaryPrefix)\(UUID().uuidString)")
    }

    /// Creates an empty file with mode 0600 at `path`, unless a file already exists there.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func create(_ path: URL) throws(TimelineError) {
        let descriptor = open(path.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(.creating, at: path) }
        close(descriptor)
    }

    /// Appends bytes to a file, which is created if `offset` is 0, without syncing it.
    ///
    /// Lock the folder, so that no other process appends in the meantime.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - path: The path of the file.
    ///   - offset: The size that the file must have.
    /// - Returns: The size of the file. It is unchanged if it differs from `offset`.
    /// - Throws: ``TimelineError/storageFailed(_:)``. The file may contain some of the bytes.
    package static func append(
        _ bytes: [UInt8],
        to path: URL,
        at offset: Int
    ) throws(TimelineError) -> Int {
        let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | (offset == 0 ? O_CREAT : 0)
        let descriptor = open(path.path, flags, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT, offset > 0 { return 0 }
            throw .system(.writing, at: path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(.writing, at: path) }
        guard Int(status.st_size) == offset else { return Int(status.st_size) }
        guard write(Data(bytes), to: descriptor) else { throw .system(.writing, at: path) }
        return offset + bytes.count
    }

    /// Moves a file and syncs its destination folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func move(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) == 0 else { throw .system(.moving, at: path) }
        try sync(folder: target.deletingLastPathComponent())
    }

    /// Moves a file, if it exists, without syncing.
    ///
    /// A system crash may therefore undo the move.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func moveUnsynced(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) != 0, errno != ENOENT else { return }
        throw .system(.moving, at: path)
    }

    /// Moves a file to `target`, or deletes the file if another process has already created one at
    /// `target`.
    ///
    /// Does nothing if the file does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func restore(_ path: URL, to target: URL) throws(TimelineError) {
        let isLinked = link(path.path, target.path) == 0
        if !isLinked && errno != EEXIST {
            // The file system does not support hard links, or the file does not exist.
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
            throw .system(.deleting, at: path)
        }
        try sync(folder: path.deletingLastPathComponent())
    }
}
