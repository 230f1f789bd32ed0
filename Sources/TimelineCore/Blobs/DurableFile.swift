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

    /// Returns the name of the temporary file or folder for an item that is written for minutes.
    ///
    /// Unlike a random name, it is found again after the process was killed.
    package static func unfinishedName(of name: String) -> String {
        // Longer names can exceed the 255 bytes that file systems allow.
        temporaryPrefix + (name.utf8.count <= 200 ? name : BlobID(of: Data(name.utf8)).description)
    }

    /// Creates an empty file with mode 0600 at `path`, where no item may exist.
    package static func create(_ path: URL) throws(TimelineError) {
        _ = try folder(of: path).create(path.lastPathComponent)
    }

    /// Moves a file within its folder and syncs the folder.
    package static func move(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) == 0 else { throw .system(.moving, at: path) }
        try sync(folder: target.deletingLastPathComponent())
    }

    /// Deletes a file, if it exists, and syncs its folder.
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

extension DurableFile {
    /// Returns the contents of a regular file, or `nil` if the file does not exist.
    ///
    /// Other kinds of items are not read, because reading them might block or never end.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the item cannot be read, is not a regular
    ///   file, or is a symbolic link.
    package static func read(_ path: URL) throws(TimelineError) -> Data? {
        try OpenFolder(path.deletingLastPathComponent())?.read(path.lastPathComponent)
    }

    /// Returns whether an item exists at `path`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if this cannot be determined.
    package static func exists(_ path: URL) throws(TimelineError) -> Bool {
        if access(path.path, F_OK) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw .system(.finding, at: path) }
        return false
    }

    /// Returns the size of a file in bytes, or `nil` if the file cannot be found.
    package static func size(of path: URL) -> Int? {
        var status = stat()
        return stat(path.path, &status) == 0 ? Int(status.st_size) : nil
    }
}

extension DurableFile {
    /// Creates a file with the given content and syncs it to the disk.
    ///
    /// - Returns: Whether the file was created and synced. If not, `errno` contains the reason.
    package static func writeSynced(_ content: Data, to path: URL, mode: UInt16) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = open(path.path, flags, mode_t(mode))
        guard descriptor >= 0 else { return false }
        let isComplete = write(content, to: descriptor) && synchronize(descriptor)
        let reason = errno
        close(descriptor)
        errno = reason
        return isComplete
    }

    /// Writes all of `content` to an open file.
    ///
    /// - Returns: Whether everything was written. If not, `errno` contains the reason.
    package static func write(_ content: Data, to descriptor: Int32) -> Bool {
        content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Syncs a folder, which makes new, renamed and deleted entries durable.
    static func sync(folder: URL) throws(TimelineError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(.opening, at: folder) }
        defer { close(descriptor) }
        guard synchronize(descriptor) else { throw .system(.syncing, at: folder) }
    }

    /// Waits until all writes have reached the disk itself, not only its cache, and returns whether
    /// this succeeded.
    static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC) != -1
        #else
        fsync(descriptor) == 0
        #endif
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

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

    /// Returns whether a path begins like an address, as `s3://…` and a mistyped `https:/…` do.
    ///
    /// Such a text is not meant to be the path of a folder. `./` makes a path of it.
    package static func isLikeAddress(_ path: String) -> Bool {
        path.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\//) != nil
    }

    /// Returns whether a folder exists at `path`, following symbolic links.
    package static func isFolder(_ path: URL) -> Bool {
        var status = stat()
        return stat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the names of all items in a folder except hidden items, or an empty array if the
    /// folder does not exist.
    package static func names(in folder: URL) throws(TimelineError) -> [String] {
        guard try exists(folder) else { return [] }
        guard let folder = try OpenFolder(folder) else {
            throw .failure(.reading, at: folder, fault: .notAFolder)
        }
        return try folder.names()
    }

    /// Returns the temporary files in `folder` that were last written before `date`.
    package static func leftovers(
        in folder: URL,
        olderThan date: Date
    ) throws(TimelineError) -> [URL] {
        try OpenFolder(folder)?.leftovers(olderThan: date).map { folder.appending(path: $0) } ?? []
    }
}

extension DurableFile {
    /// Returns the permission bits of the item at `path`, or `nil` if it does not exist.
    package static func mode(of path: URL) -> UInt16? {
        var status = stat()
        guard stat(path.path, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Sets the permission bits of the item at `path`.
    package static func setMode(_ mode: UInt16, of path: URL) throws(TimelineError) {
        guard chmod(path.path, mode_t(mode)) == 0 else {
            throw .system(.changingPermissions, at: path)
        }
    }
}
