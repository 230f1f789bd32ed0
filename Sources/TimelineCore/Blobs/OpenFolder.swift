package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open folder that allows reading and changing its entries without following symbolic links.
///
/// Entries are listed and addressed relative to the open folder. Replacing part of the folder's
/// path with a symbolic link therefore has no effect.
package final class OpenFolder {
    /// The kind of a folder entry.
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The path at which the folder was opened.
    package let path: URL
    private let descriptor: Int32

    /// Opens the folder at `path`, which may be a symbolic link, or returns `nil` if it does not
    /// exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package convenience init?(_ path: URL) throws {
        try self.init(path, open(path.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    private init?(_ path: URL, _ descriptor: Int32) throws {
        self.path = path
        self.descriptor = descriptor
        guard descriptor < 0 else { return }
        // A link or a file in place of the folder is treated as a missing folder.
        guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else {
            throw TimelineError.system(.opening, at: path)
        }
        return nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens a subfolder, or returns `nil` if no folder with the given name exists.
    ///
    /// Symbolic links are not followed.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func subfolder(_ name: String) throws -> OpenFolder? {
        try OpenFolder(
            path.appending(path: name),
            openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        )
    }

    /// Returns the names of all entries except hidden entries.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func names() throws -> [String] {
        // Opening the folder again gives this call its own read position.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw TimelineError.system(.reading, at: path) }
        guard let stream = fdopendir(copy) else {
            defer { close(copy) }
            throw TimelineError.system(.reading, at: path)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        guard errno == 0 else { throw TimelineError.system(.reading, at: path) }
        return names
    }

    /// The folder's permission bits, or `nil` if they cannot be read.
    package var mode: UInt16? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Sets the folder's permission bits.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func setMode(_ mode: UInt16) throws {
        guard fchmod(descriptor, mode_t(mode)) == 0 else {
            throw TimelineError.system(.changingPermissions, at: path)
        }
    }

    /// Returns the kind and the permission bits of an entry, or `nil` if the entry does not exist.
    package func entry(_ name: String) -> (kind: Kind, mode: UInt16)? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return (kind, UInt16(truncatingIfNeeded: status.st_mode & 0o777))
    }

    /// Sets the permission bits of an entry, if it still exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the permission bits cannot be changed or
    ///   the entry is a symbolic link.
    package func setMode(_ mode: UInt16, of name: String) throws {
        guard fchmodat(descriptor, name, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return }
            throw TimelineError.system(.changingPermissions, at: path.appending(path: name))
        }
    }
}
