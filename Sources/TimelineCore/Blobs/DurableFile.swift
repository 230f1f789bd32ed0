public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Files that survive a crash of the machine: the only place that speaks to POSIX.
public enum DurableFile {
    private static let temporaryMark = ".writing-"

    /// Writes `content` to `path`: temporary file (0600), sync, rename, sync of the folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``; the temporary file is removed.
    public static func write(_ content: Data, to path: URL) throws(TimelineError) {
        let name = "\(temporaryMark)\(UUID().uuidString)"
        let temporary = path.deletingLastPathComponent().appending(path: name)
        do throws(TimelineError) {
            try writeSynced(content, to: temporary)
            guard rename(temporary.path, path.path) == 0 else { throw .system("Writing", path) }
            try sync(folder: path.deletingLastPathComponent())
        } catch {
            unlink(temporary.path)
            throw error
        }
    }

    /// Makes an empty file of mode 0600 at `path`, unless there is one.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public static func create(_ path: URL) throws(TimelineError) {
        let descriptor = open(path.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("Making", path) }
        close(descriptor)
    }

    /// Returns the content of the file at `path`, or `nil` when there is none.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public static func read(_ path: URL) throws(TimelineError) -> Data? {
        guard access(path.path, F_OK) == 0 else { return nil }
        do {
            return try Data(contentsOf: path)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .system("Reading", path, reason: "\(error.localizedDescription)")
        }
    }

    /// Removes the file at `path`, if there is one, and syncs its folder.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public static func remove(_ path: URL) throws(TimelineError) {
        guard unlink(path.path) == 0 else {
            if errno == ENOENT { return }
            throw .system("Removing", path)
        }
        try sync(folder: path.deletingLastPathComponent())
    }

    /// Makes the folder at `path` with mode 0700, and those above it, where they are missing.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public static func makeFolder(_ path: URL) throws(TimelineError) {
        if mkdir(path.path, 0o700) == 0 {
            return try sync(folder: path.deletingLastPathComponent())
        }
        switch errno {
        case EEXIST where isFolder(path): return
        case ENOENT where path.path != path.deletingLastPathComponent().path:
            try makeFolder(path.deletingLastPathComponent())
            try makeFolder(path)
        default: throw .system("Making the folder", path)
        }
    }

    /// The names of what `folder` holds, hidden files left out; none when it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public static func names(in folder: URL) throws(TimelineError) -> [String] {
        try allNames(in: folder).filter { !$0.hasPrefix(".") }
    }

    /// The permission bits of what lies at `path`, or `nil` when nothing does.
    public static func mode(of path: URL) -> UInt16? {
        var status = stat()
        guard stat(path.path, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Sets the permission bits of what lies at `path`.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public static func setMode(_ mode: UInt16, of path: URL) throws(TimelineError) {
        guard chmod(path.path, mode_t(mode)) == 0 else {
            throw .system("Changing the permissions of", path)
        }
    }

    static func removeLeftovers(in folder: URL, olderThan date: Date) throws(TimelineError) -> Int {
        var count = 0
        for name in try allNames(in: folder) where name.hasPrefix(temporaryMark) {
            let path = folder.appending(path: name)
            var status = stat()
            guard stat(path.path, &status) == 0, modified(status) < date else { continue }
            try remove(path)
            count += 1
        }
        return count
    }

    private static func writeSynced(_ content: Data, to path: URL) throws(TimelineError) {
        let descriptor = open(path.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("Writing", path) }
        defer { close(descriptor) }
        guard write(content, to: descriptor), fsync(descriptor) == 0 else {
            throw .system("Writing", path)
        }
    }

    /// Writes all of `content`.
    ///
    /// - Returns: whether it was written whole; else `errno` tells why not.
    static func write(_ content: Data, to descriptor: Int32) -> Bool {
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

    private static func sync(folder: URL) throws(TimelineError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("Opening", folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system("Syncing", folder) }
    }

    private static func allNames(in folder: URL) throws(TimelineError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw .system("Reading", folder, reason: error.localizedDescription)
        }
    }

    static func isFolder(_ path: URL) -> Bool {
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
    /// What could not be done to the file at `path`, for the reason that `errno` tells.
    static func system(
        _ operation: String,
        _ path: URL,
        reason: String = String(cString: strerror(errno))
    ) -> TimelineError {
        .storageFailed(StorageFailure(operation: "\(operation) \(path.path)", reason: reason))
    }
}
