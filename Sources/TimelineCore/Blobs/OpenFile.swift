package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open regular file below an ``OpenFolder``.
package final class OpenFile: Sendable {
    /// The default limit of a file that is read as a whole, in bytes.
    package static let usualLimit = 1 << 30

    /// The descriptor, which is closed when the last reference to the file is released.
    package let descriptor: Int32
    /// The size in bytes at the time of opening.
    package let byteCount: Int
    private let path: URL

    /// Takes ownership of a descriptor.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if it does not refer to a regular file.
    fileprivate init(_ descriptor: Int32, at path: URL) throws(TimelineError) {
        var status = stat()
        let isRead = fstat(descriptor, &status) == 0
        guard isRead, status.st_mode & S_IFMT == S_IFREG else {
            let failure: TimelineError =
                isRead
                ? .failure(.reading, at: path, fault: .notAFile) : .system(.reading, at: path)
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        self.path = path
        byteCount = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Returns the bytes of the whole file.
    ///
    /// - Parameter limit: The maximum number of bytes, by default 1 GiB. A longer file is not read.
    /// - Returns: The bytes.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func content(limit: Int = OpenFile.usualLimit) throws(TimelineError) -> Data {
        guard byteCount <= limit else { throw .failure(.reading, at: path, fault: .tooLong) }
        // The byte after the last one shows whether the file has grown.
        var content = Data(count: byteCount + 1)
        var filled = 0
        while true {
            if filled == content.count { content.count += 1 << 20 }
            let (start, capacity) = (filled, content.count - filled)
            let count = content.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: start), capacity, off_t(start))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(.reading, at: path) }
            guard count > 0 else { return content.prefix(filled) }
            filled += count
            guard filled <= limit else { throw .failure(.reading, at: path, fault: .tooLong) }
        }
    }

    /// Returns the present content without reading it into memory, or `nil` if that is impossible.
    ///
    /// The file must not become shorter while the content is in use.
    package func mappedContent() -> Data? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        let count = Int(status.st_size)
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else { return nil }
        return Data(bytesNoCopy: start, count: count, deallocator: .unmap)
    }

    /// Appends bytes to a new file.
    package func write(_ content: Data) throws(TimelineError) {
        guard DurableFile.write(content, to: descriptor) else {
            throw .system(.writing, at: path)
        }
    }

    /// Sets the position at which the next bytes are written.
    package func seek(to offset: UInt64) throws(TimelineError) {
        guard lseek(descriptor, off_t(clamping: offset), SEEK_SET) >= 0 else {
            throw .system(.writing, at: path)
        }
    }

    /// Sets the time of the last change of the content to the present, if this is possible.
    package func touch() { futimens(descriptor, nil) }

    /// Waits until everything written is on disk.
    package func synchronize() throws(TimelineError) {
        guard DurableFile.synchronize(descriptor) else { throw .system(.syncing, at: path) }
    }
}

/// Files.
extension OpenFolder {
    /// Opens a file for reading, or returns `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, also if it is not a regular file.
    package func file(_ path: String) throws(TimelineError) -> OpenFile? {
        let (folder, name) = try parent(of: path)
        guard let folder else { return nil }
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let file = openat(folder.descriptor, name, flags)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP: throw .failure(.reading, at: folder.path(of: name), fault: .symbolicLink)
            case ENXIO: throw .failure(.reading, at: folder.path(of: name), fault: .notAFile)
            default: throw .system(.reading, at: folder.path(of: name))
            }
        }
        return try OpenFile(file, at: folder.path(of: name))
    }

    /// Returns the bytes of a file, or `nil` if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The maximum number of bytes, by default 1 GiB. A longer file is not read.
    /// - Returns: The bytes.
    /// - Throws: ``TimelineError/storageFailed(_:)``, also if it is not a regular file.
    package func read(
        _ path: String,
        limit: Int = OpenFile.usualLimit
    ) throws(TimelineError) -> Data? {
        try file(path)?.content(limit: limit)
    }

    /// Creates an empty file that does not exist yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in a folder that exists.
    ///   - mode: The permission bits, subject to the process's file mode creation mask.
    /// - Returns: The file.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func create(_ path: String, mode: UInt16 = 0o600) throws(TimelineError) -> OpenFile {
        let (folder, name) = try parent(of: path)
        guard let folder else { throw .missingFolder(of: self.path(of: path)) }
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(folder.descriptor, name, flags, mode_t(mode))
        guard file >= 0 else { throw .system(.creating, at: folder.path(of: name)) }
        return try OpenFile(file, at: folder.path(of: name))
    }

    /// Writes a file under a random temporary name, and renames it once it is complete.
    ///
    /// - Parameters:
    ///   - content: The bytes.
    ///   - path: The path of the file, in a folder that exists.
    ///   - isReplacing: Whether to replace an existing item, unless it is a folder with contents.
    ///   - isSynced: Whether to wait until the file and its folder are on disk.
    /// - Returns: Whether the file was written: `false` if an item exists that is not to be replaced.
    /// - Throws: ``TimelineError/storageFailed(_:)``. In this case, the temporary file is deleted.
    @discardableResult
    package func write(
        _ content: Data,
        to path: String,
        replacing isReplacing: Bool = true,
        synced isSynced: Bool = true
    ) throws(TimelineError) -> Bool {
        let (folder, name) = try parent(of: path)
        guard let folder else { throw .missingFolder(of: self.path(of: path)) }
        let temporary = DurableFile.temporaryName()
        do throws(TimelineError) {
            let file = try folder.create(temporary)
            try file.write(content)
            if isSynced { try file.synchronize() }
            let isWritten =
                try isReplacing
                ? folder.rename(temporary, replacing: name) : folder.rename(temporary, to: name)
            if !isWritten { unlinkat(folder.descriptor, temporary, 0) }
            if isWritten, isSynced { try folder.synchronize() }
            return isWritten
        } catch {
            unlinkat(folder.descriptor, temporary, 0)
            throw error
        }
    }

    /// Moves a file, which replaces the item at its new path unless that is a folder with contents.
    ///
    /// Does nothing if the file does not exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - target: The new path, in a folder that exists.
    ///   - isSynced: Whether to wait until the move is on disk.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func move(
        _ path: String,
        to target: String,
        synced isSynced: Bool = true
    ) throws(TimelineError) {
        let (source, name) = try parent(of: path)
        let (folder, newName) = try parent(of: target)
        guard let source else { return }
        guard let folder else { throw .missingFolder(of: self.path(of: path)) }
        guard renameat(source.descriptor, name, folder.descriptor, newName) == 0 else {
            if errno == ENOENT, source.entry(name) == nil { return }
            throw .system(.moving, at: self.path(of: path))
        }
        if isSynced { try folder.synchronize() }
    }

    /// Moves a file, or deletes it if an item already exists at its new path.
    ///
    /// Does nothing if the file does not exist.
    package func restore(_ path: String, to target: String) throws(TimelineError) {
        let (source, name) = try parent(of: path)
        let (folder, newName) = try parent(of: target)
        guard let source, let folder else { return }
        let isLinked =
            linkat(source.descriptor, name, folder.descriptor, newName, 0) == 0
        if !isLinked && errno != EEXIST {
            // The file system does not support hard links, or the file does not exist.
            return try folder.entry(newName) != nil
                ? source.remove(name) : move(path, to: target, synced: false)
        }
        if isLinked { try folder.synchronize() }
        try source.remove(name)
    }

    /// Deletes a file, a link or an empty folder, if it exists.
    ///
    /// - Parameters:
    ///   - path: The path of the item.
    ///   - isSynced: Whether to wait until the removal is on disk.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func remove(
        _ path: String,
        synced isSynced: Bool = true
    ) throws(TimelineError) {
        let (folder, name) = try parent(of: path)
        guard let folder else { return }
        guard folder.unlinkEntry(name) else {
            if errno == ENOENT { return }
            throw .system(.deleting, at: folder.path(of: name))
        }
        if isSynced { try folder.synchronize() }
    }

    /// Deletes a folder with everything in it, and ignores errors.
    ///
    /// Links are deleted, and never followed.
    package func removeAll(_ name: String) {
        // What cannot be listed or deleted remains.
        if entry(name)?.kind == .folder, let folder = try? folder(name) {
            let names = try? folder.names(includingHidden: true)  // As above.
            for child in names ?? [] { folder.removeAll(child) }
        }
        _ = unlinkEntry(name)
    }

    /// Returns the names of temporary files that were last written before `date`.
    package func leftovers(olderThan date: Date) throws(TimelineError) -> [String] {
        try names(includingHidden: true)
            .filter { name in
                guard name.hasPrefix(DurableFile.temporaryPrefix), let entry = entry(name) else {
                    return false
                }
                return entry.modificationDate < date
            }
    }

    /// Renames an entry of this folder, which replaces a file, a link or an empty folder.
    private func rename(_ name: String, replacing target: String) throws(TimelineError) -> Bool {
        if renameat(descriptor, name, descriptor, target) == 0 { return true }
        if entry(target)?.kind == .folder, unlinkat(descriptor, target, AT_REMOVEDIR) == 0,
            renameat(descriptor, name, descriptor, target) == 0
        {
            return true
        }
        throw .system(.writing, at: path(of: target))
    }

    /// Renames an entry of this folder, unless an item with the new name exists.
    ///
    /// No other process can take the name in the meantime.
    private func rename(_ name: String, to target: String) throws(TimelineError) -> Bool {
        if linkat(descriptor, name, descriptor, target, 0) == 0 {
            unlinkat(descriptor, name, 0)
            return true
        }
        if errno == EEXIST { return false }
        // Without hard links, as on a USB stick, an empty file reserves the name.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let reserved = openat(descriptor, target, flags, 0o600)
        guard reserved >= 0 else {
            if errno == EEXIST { return false }
            throw .system(.writing, at: path(of: target))
        }
        close(reserved)
        guard renameat(descriptor, name, descriptor, target) == 0 else {
            throw .system(.writing, at: path(of: target))
        }
        return true
    }

    private func unlinkEntry(_ name: String) -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        let reason = errno
        guard reason == EISDIR || reason == EPERM else { return false }
        if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return true }
        if errno == ENOTDIR { errno = reason }
        return false
    }
}

/// The device and the change time of an open file.
///
/// `stat` is used in this module only: in a module that also imports Dispatch, whether its members
/// are visible depends on the order in which the compiler loads the two.
package struct FileStatus: Equatable, Sendable {
    /// The number of the device that the file represents, or 0.
    package let device: UInt64
    /// The time of the last change of the file's attributes, in seconds since 1970.
    package let changeSeconds: Int
    /// The nanoseconds of that time, from 0 to 999,999,999.
    package let changeNanoseconds: Int

    /// Reads the status of a file descriptor, and returns `nil` if the system reports an error.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let changed = status.st_ctimespec
        #else
        let changed = status.st_ctim
        #endif
        device = UInt64(truncatingIfNeeded: status.st_rdev)
        changeSeconds = changed.tv_sec
        changeNanoseconds = changed.tv_nsec
    }
}

extension OpenFolder {
    /// Removes an unfinished item that a killed process has left.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if another process holds the item, because it
    ///   still writes it.
    package func removeUnfinished(_ name: String) throws(TimelineError) {
        let item = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        defer { if item >= 0 { close(item) } }
        guard item < 0 || flock(item, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw .failure(.writing, at: path(of: name), fault: .inUse)
        }
        removeAll(name)
    }

    /// Holds the folder as unfinished while it is open.
    ///
    /// Without support for locks, another process may remove it.
    package func hold() { flock(descriptor, LOCK_EX | LOCK_NB) }
}

extension OpenFile {
    /// Holds the file as unfinished while it is open; see ``OpenFolder/hold()``.
    package func hold() { flock(descriptor, LOCK_EX | LOCK_NB) }
}
