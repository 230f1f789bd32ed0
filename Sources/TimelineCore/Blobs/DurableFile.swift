package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Files that survive a crash of the machine.
package enum DurableFile {
    private static let temporaryMark = ".writing-"

    /// Writes `content` to `path`: temporary file (0600), sync, rename, sync of the folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``; the temporary file is removed.
    package static func write(_ content: Data, to path: URL) throws(TimelineError) {
        let temporary = temporaryPath(beside: path)
        do throws(TimelineError) {
            guard writeSynced(content, to: temporary, mode: 0o600) else {
                throw .system("Writing", path)
            }
            guard rename(temporary.path, path.path) == 0 else { throw .system("Writing", path) }
            try sync(folder: path.deletingLastPathComponent())
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    /// A new path in the folder of `path`, for a file that is renamed when it is complete.
    package static func temporaryPath(beside path: URL) -> URL {
        path.deletingLastPathComponent().appending(path: "\(temporaryMark)\(UUID().uuidString)")
    }

    /// Makes an empty file of mode 0600 at `path`, unless there is one.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func create(_ path: URL) throws(TimelineError) {
        let descriptor = open(path.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("Making", path) }
        close(descriptor)
    }

    /// Moves a file, and syncs its new folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func move(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) == 0 else { throw .system("Moving", path) }
        try sync(folder: target.deletingLastPathComponent())
    }

    /// Moves a file, if there is one; a crash of the machine may undo it.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func moveUnsynced(_ path: URL, to target: URL) throws(TimelineError) {
        guard rename(path.path, target.path) != 0, errno != ENOENT else { return }
        throw .system("Moving", path)
    }

    /// Returns the content of the file at `path`, or `nil` when there is none.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func read(_ path: URL) throws(TimelineError) -> Data? {
        guard try exists(path) else { return nil }
        do {
            return try Data(contentsOf: path)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .failure("Reading", path, error.localizedDescription)
        }
    }

    /// Returns the content of the regular file at `path`, or `nil` when none exists; a link is not
    /// followed, and nothing else is opened that might block or never end.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func readFile(_ path: URL) throws(TimelineError) -> Data? {
        let descriptor = open(path.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw .failure("Reading", path, "it is a symbolic link") }
            throw .system("Reading", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("Reading", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .failure("Reading", path, "it is not a file")
        }
        do {
            return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
                ?? Data()
        } catch {
            throw .failure("Reading", path, error.localizedDescription)
        }
    }

    /// Whether `path`, or what exists of it, is `folder` or lies in it, however the two are
    /// spelled.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func isInside(_ path: URL, _ folder: URL) throws(TimelineError) -> Bool {
        var outer = stat()
        guard stat(folder.path, &outer) == 0 else { throw .system("Looking for", folder) }
        var ancestor = path.absoluteURL.standardizedFileURL
        var isKnown = false
        while true {
            var status = stat()
            if stat(ancestor.path, &status) == 0 {
                if status.st_dev == outer.st_dev && status.st_ino == outer.st_ino { return true }
                // The parents of a link are those of its target.
                if !isKnown { ancestor = ancestor.resolvingSymlinksInPath() }
                isKnown = true
            }
            guard ancestor.path.utf8.count > 1 else { return false }
            ancestor = ancestor.deletingLastPathComponent()
        }
    }

    /// Whether something lies at `path`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` when that cannot be told.
    package static func exists(_ path: URL) throws(TimelineError) -> Bool {
        if access(path.path, F_OK) == 0 { return true }
        guard errno == ENOENT else { throw .system("Looking for", path) }
        return false
    }

    /// Removes the file at `path`, if there is one, and syncs its folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func remove(_ path: URL) throws(TimelineError) {
        guard unlink(path.path) == 0 else {
            if errno == ENOENT { return }
            throw .system("Removing", path)
        }
        try sync(folder: path.deletingLastPathComponent())
    }

    /// Makes the folder at `path` with mode 0700, and those above it, where they are missing.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func makeFolder(_ path: URL) throws(TimelineError) {
        if mkdir(path.path, 0o700) == 0 {
            return try sync(folder: path.deletingLastPathComponent())
        }
        let parent = path.deletingLastPathComponent()
        switch errno {
        case EEXIST:
            guard isFolder(path) else {
                errno = ENOTDIR
                throw .system("Making the folder", path)
            }
        case ENOENT where parent.path.count < path.path.count:
            try makeFolder(parent)
            // Another process may have made it meanwhile.
            guard mkdir(path.path, 0o700) == 0 || isFolder(path) else {
                throw .system("Making the folder", path)
            }
            try sync(folder: parent)
        default: throw .system("Making the folder", path)
        }
    }

    /// The names of what `folder` holds, hidden files left out; none when it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func names(in folder: URL) throws(TimelineError) -> [String] {
        try allNames(in: folder).filter { !$0.hasPrefix(".") }
    }

    /// The size in bytes of the file at `path`, or `nil` when none exists.
    package static func size(of path: URL) -> Int? {
        var status = stat()
        return stat(path.path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The permission bits of what lies at `path`, or `nil` when nothing does.
    package static func mode(of path: URL) -> UInt16? {
        var status = stat()
        guard stat(path.path, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Sets the permission bits of what lies at `path`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func setMode(_ mode: UInt16, of path: URL) throws(TimelineError) {
        guard chmod(path.path, mode_t(mode)) == 0 else {
            throw .system("Changing the permissions of", path)
        }
    }

    /// Temporary files in `folder` that were written to last before `date`.
    package static func leftovers(
        in folder: URL,
        olderThan date: Date
    ) throws(TimelineError) -> [URL] {
        try allNames(in: folder).filter { $0.hasPrefix(temporaryMark) }
            .map { folder.appending(path: $0) }
            .filter { path in
                var status = stat()
                return lstat(path.path, &status) == 0 && modified(status) < date
            }
    }

    /// Creates a file and syncs it.
    ///
    /// - Returns: whether the file exists and is complete; if not, `errno` has the reason.
    package static func writeSynced(_ content: Data, to path: URL, mode: UInt16) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = open(path.path, flags, mode_t(mode))
        guard descriptor >= 0 else { return false }
        let isWhole = write(content, to: descriptor) && synchronize(descriptor)
        let reason = errno
        close(descriptor)
        errno = reason
        return isWhole
    }

    /// Waits until what was written is on the disk itself.
    private static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC) != -1
        #else
        fsync(descriptor) == 0
        #endif
    }

    /// Writes all of `content`.
    ///
    /// - Returns: whether it was written whole; else `errno` tells why not.
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

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    static func sync(folder: URL) throws(TimelineError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("Opening", folder) }
        defer { close(descriptor) }
        guard synchronize(descriptor) else { throw .system("Syncing", folder) }
    }

    private static func allNames(in folder: URL) throws(TimelineError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw .failure("Reading", folder, error.localizedDescription)
        }
    }

    /// Whether a symbolic link lies at `path`.
    static func isLink(_ path: URL) -> Bool {
        var status = stat()
        return lstat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether a folder lies at `path`; a link to one is none.
    static func isFolderItself(_ path: URL) -> Bool {
        var status = stat()
        return lstat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    package static func isFolder(_ path: URL) -> Bool {
        var status = stat()
        return stat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func modified(_ status: stat) -> Date {
        #if canImport(Darwin)
        Date(timeIntervalSince1970: Double(status.st_mtimespec.tv_sec))
        #else
        Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
        #endif
    }
}

extension TimelineError {
    /// A failure to do something to the file at `path`, for the reason in `errno`.
    package static func system(_ operation: String, _ path: URL) -> TimelineError {
        errno == EROFS
            ? .storageReadOnly : .failure(operation, path, String(cString: strerror(errno)))
    }

    fileprivate static func failure(
        _ operation: String,
        _ path: URL,
        _ reason: String
    ) -> TimelineError {
        .storageFailed(StorageFailure(operation: "\(operation) \(path.path)", reason: reason))
    }
}
