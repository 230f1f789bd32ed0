package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension DurableFile {
    /// Creates a folder and any missing parent folders with mode 0700.
    ///
    /// Does nothing if the folder already exists.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - isPublic: Whether other users may read the folders, subject to the process's file mode
    ///     creation mask.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func makeFolder(
        _ path: URL,
        isPublic: Bool = false
    ) throws(TimelineError) {
        let mode: mode_t = isPublic ? 0o777 : 0o700
        if mkdir(path.path, mode) == 0 {
            return try sync(folder: path.deletingLastPathComponent())
        }
        let parent = path.deletingLastPathComponent()
        switch errno {
        case EEXIST:
            guard isFolder(path) else {
                errno = ENOTDIR
                throw .system(.creatingFolder, at: path)
            }
        case ENOENT where parent.path.count < path.path.count:
            try makeFolder(parent, isPublic: isPublic)
            // Another process may have created the folder in the meantime.
            guard mkdir(path.path, mode) == 0 || isFolder(path) else {
                throw .system(.creatingFolder, at: path)
            }
            try sync(folder: parent)
        default: throw .system(.creatingFolder, at: path)
        }
    }

    /// Returns whether `path` is `folder` or is inside it.
    ///
    /// The two paths may be spelled differently, and `path` does not have to exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if `folder` cannot be found.
    package static func isInside(_ path: URL, _ folder: URL) throws(TimelineError) -> Bool {
        var outer = stat()
        guard stat(folder.path, &outer) == 0 else { throw .system(.finding, at: folder) }
        var ancestor = path.absoluteURL.standardizedFileURL
        var isResolved = false
        while true {
            var status = stat()
            if stat(ancestor.path, &status) == 0 {
                if status.st_dev == outer.st_dev && status.st_ino == outer.st_ino { return true }
                // The parent folders of a symbolic link are those of its target.
                if !isResolved { ancestor = ancestor.resolvingSymlinksInPath() }
                isResolved = true
            }
            guard ancestor.path.utf8.count > 1 else { return false }
            ancestor = ancestor.deletingLastPathComponent()
        }
    }

    /// Returns whether a folder exists at `path`, following symbolic links.
    package static func isFolder(_ path: URL) -> Bool {
        var status = stat()
        return stat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the names of all items in a folder except hidden items, or an empty array if the
    /// folder does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func names(in folder: URL) throws(TimelineError) -> [String] {
        guard try exists(folder) else { return [] }
        guard let folder = try OpenFolder(folder) else {
            throw .failure(.reading, at: folder, fault: .notAFolder)
        }
        return try folder.names()
    }

    /// Returns the temporary files in `folder` that were last written before `date`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func leftovers(
        in folder: URL,
        olderThan date: Date
    ) throws(TimelineError) -> [URL] {
        try OpenFolder(folder)?.leftovers(olderThan: date).map { folder.appending(path: $0) } ?? []
    }
}
