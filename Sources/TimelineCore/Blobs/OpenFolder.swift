package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open folder, the only way to the files below it.
///
/// Everything inside a store, a backup, an export or a sync folder is opened relative to the open
/// folder at its root, one component of the path after the other, without following symbolic links.
/// Whoever can write into the folder can therefore neither lead a read or write out of it, nor make
/// one block or continue forever: only regular files are opened, without waiting.
///
/// Paths are relative and consist of names separated by slashes. Empty names, "." and ".." are
/// rejected.
package final class OpenFolder: Sendable {
    /// The kind of a folder entry.
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The state of a folder entry.
    package struct Entry: Hashable, Sendable {
        /// The kind of the entry.
        package let kind: Kind
        /// The permission bits.
        package let mode: UInt16
        /// The size in bytes.
        package let byteCount: Int
        /// The time of the last change of the content, in nanoseconds since 1970.
        package let modified: Int64
        /// The time of the last change of the content or the attributes, in nanoseconds since 1970.
        package let changed: Int64
    }

    private let root: URL
    private let relativePath: String
    let descriptor: Int32

    /// Opens the folder at `path`, which may be a symbolic link, or returns `nil` if it does not
    /// exist.
    ///
    /// Only the root of a tree is opened in this way, because its path is the user's choice.
    package convenience init?(_ path: URL) throws(TimelineError) {
        let descriptor = open(path.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A file in place of the folder is treated as a missing folder.
            guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else {
                throw .system(.opening, at: path)
            }
            return nil
        }
        self.init(path, "", descriptor)
    }

    /// Opens the folder at `path`, and creates it and its missing parent folders.
    package convenience init(
        making path: URL,
        isPublic: Bool = false
    ) throws(TimelineError) {
        try DurableFile.makeFolder(path, isPublic: isPublic)
        let descriptor = open(path.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(.opening, at: path) }
        self.init(path, "", descriptor)
    }

    private init(_ root: URL, _ relativePath: String, _ descriptor: Int32) {
        self.root = root
        self.relativePath = relativePath
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The path at which the folder was opened.
    package var path: URL { relativePath.isEmpty ? root : root.appending(path: relativePath) }

    // MARK: Subfolders

    /// Opens a subfolder, or returns `nil` if no folder with the given name exists.
    package func subfolder(_ name: String) throws(TimelineError) -> OpenFolder? {
        guard entry(name)?.kind == .folder else { return nil }
        return try folder(name)
    }

    /// Opens the folder at a path, or returns `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, also if a component is not a folder.
    package func folder(_ path: String) throws(TimelineError) -> OpenFolder? {
        var folder = self
        for name in try names(in: path) {
            guard let next = try folder.child(name) else { return nil }
            folder = next
        }
        return folder
    }

    /// Opens the folder at a path, and creates it and its missing parent folders.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - isPublic: Whether other users may read the new folders, subject to the process's file
    ///     mode creation mask. Otherwise, they have mode 0700.
    /// - Returns: The folder.
    /// - Throws: ``TimelineError/storageFailed(_:)``, also if a component is not a folder.
    @discardableResult
    package func makeFolder(
        _ path: String,
        isPublic: Bool = false
    ) throws(TimelineError) -> OpenFolder {
        var folder = self
        for name in try names(in: path) {
            if mkdirat(folder.descriptor, name, isPublic ? 0o777 : 0o700) == 0 {
                try folder.synchronize()
            } else if errno != EEXIST {
                throw .system(.creatingFolder, at: folder.path(of: name))
            }
            guard let next = try folder.child(name) else {
                throw .system(.creatingFolder, at: folder.path(of: name))
            }
            folder = next
        }
        return folder
    }

    private func child(_ name: String) throws(TimelineError) -> OpenFolder? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let child = openat(descriptor, name, flags)
        guard child >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ENOTDIR, ELOOP:
                let isLink = entry(name)?.kind == .link
                throw .failure(
                    .opening,
                    at: path(of: name),
                    fault: isLink ? .symbolicLink : .notAFolder
                )
            default: throw .system(.opening, at: path(of: name))
            }
        }
        return OpenFolder(root, relativePath.isEmpty ? name : "\(relativePath)/\(name)", child)
    }

    /// Returns the folder that contains the item at a path, or `nil` if it does not exist, and the
    /// name of the item.
    func parent(of path: String) throws(TimelineError) -> (folder: OpenFolder?, name: String) {
        var names = try names(in: path)
        let name = names.removeLast()
        var folder = self
        for component in names {
            guard let next = try folder.child(component) else { return (nil, name) }
            folder = next
        }
        return (folder, name)
    }

    /// Splits a path into its names.
    private func names(in path: String) throws(TimelineError) -> [String] {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isValid = names.allSatisfy { name in
            !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
        }
        guard isValid else { throw .failure(.opening, at: self.path, fault: .invalidName) }
        return names
    }

    func path(of name: String) -> URL { path.appending(path: name) }

    // MARK: Entries

    /// Returns the names of all entries except hidden entries, or of the hidden ones too.
    package func names(includingHidden: Bool = false) throws(TimelineError) -> [String] {
        // Opening the folder again gives this call its own read position.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw .system(.reading, at: path) }
        guard let stream = fdopendir(copy) else {
            let failure = TimelineError.system(.reading, at: path)
            close(copy)
            throw failure
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard name != ".", name != "..", includingHidden || !name.hasPrefix(".") else {
                continue
            }
            names.append(name)
        }
        guard errno == 0 else { throw .system(.reading, at: path) }
        return names
    }

    /// Returns the state of the entry at a path, or `nil` if it does not exist or cannot be found
    /// without following a link.
    package func entry(_ path: String) -> Entry? {
        // The reason does not matter: nothing can be opened at this path.
        (try? existingEntry(path)) ?? nil
    }

    /// Returns the state of the entry at a path, or `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if this cannot be determined.
    package func existingEntry(_ path: String) throws(TimelineError) -> Entry? {
        let (folder, name) = try parent(of: path)
        guard let folder else { return nil }
        var status = stat()
        guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw .system(.finding, at: folder.path(of: name))
        }
        return Entry(status)
    }

    /// The folder's permission bits, or `nil` if they cannot be read.
    package var mode: UInt16? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Returns whether the folder still exists and its entries can be listed and, if necessary,
    /// changed.
    package func isUsable(forWriting isWriting: Bool) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0,
            faccessat(descriptor, ".", isWriting ? R_OK | W_OK | X_OK : R_OK | X_OK, 0) == 0
        else { return false }
        return (try? names()) != nil  // The caller only needs to know whether it works.
    }

    /// Sets the folder's permission bits.
    package func setMode(_ mode: UInt16) throws(TimelineError) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else {
            throw .system(.changingPermissions, at: path)
        }
    }

    /// Sets the permission bits of an entry, if it still exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the permission bits cannot be changed or
    ///   the entry is a symbolic link.
    package func setMode(_ mode: UInt16, of path: String) throws(TimelineError) {
        let (folder, name) = try parent(of: path)
        guard let folder else { return }
        guard fchmodat(folder.descriptor, name, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return }
            throw .system(.changingPermissions, at: folder.path(of: name))
        }
    }

    // MARK: Durability and locks

    /// Waits until new, renamed and deleted entries are on disk.
    func synchronize() throws(TimelineError) {
        guard DurableFile.synchronize(descriptor) else { throw .system(.syncing, at: path) }
    }

    /// Runs `body` while only this process works in the folder.
    ///
    /// The system releases the lock when the process ends. If the file system does not support
    /// locks, `body` runs without a lock.
    ///
    /// - Parameters:
    ///   - isWaiting: Whether to wait while another process holds the lock.
    ///   - body: The work to do in the folder.
    /// - Returns: The result of `body`.
    /// - Throws: ``TimelineError/storageBusy`` if another process holds the lock and `isWaiting` is
    ///   `false`, ``TimelineError/storageFailed(_:)``, or any error thrown by `body`.
    package func locked<Output>(
        waiting isWaiting: Bool = true,
        _ body: () throws -> Output
    ) throws -> Output {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw TimelineError.system(.opening, at: path) }
        // Closing the copy releases the lock.
        defer { close(copy) }
        while flock(copy, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { throw TimelineError.storageBusy }
            guard errno == EINTR else { break }
        }
        return try body()
    }
}

extension OpenFolder.Entry {
    fileprivate init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        mode = UInt16(truncatingIfNeeded: status.st_mode & 0o777)
        byteCount = Int(status.st_size)
        #if canImport(Darwin)
        (modified, changed) = (Self.time(status.st_mtimespec), Self.time(status.st_ctimespec))
        #else
        (modified, changed) = (Self.time(status.st_mtim), Self.time(status.st_ctim))
        #endif
    }

    /// Returns nanoseconds since 1970, which wrap for times that belong to no real change.
    private static func time(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// The time of the last change of the content.
    package var modificationDate: Date {
        Date(timeIntervalSince1970: Double(modified) / 1_000_000_000)
    }
}
