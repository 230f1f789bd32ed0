package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open folder, for reading and changing its entries without following symbolic links.
///
/// Entries are addressed relative to the open folder, so replacing part of the path with a link has
/// no effect.
package final class OpenFolder {
    /// The kind of an entry.
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The path that was opened.
    package let path: URL
    private let descriptor: Int32

    /// Opens the folder at `path`, which may be a link; returns `nil` if it does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package convenience init?(_ path: URL) throws {
        try self.init(path, open(path.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    private init?(_ path: URL, _ descriptor: Int32) throws {
        self.path = path
        self.descriptor = descriptor
        guard descriptor < 0 else { return }
        // A link or a file in place of the folder counts as missing.
        guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else {
            throw TimelineError.system(.opening, path)
        }
        return nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens a subfolder; returns `nil` if it does not exist or is a link.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func subfolder(_ name: String) throws -> OpenFolder? {
        try OpenFolder(
            path.appending(path: name),
            openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        )
    }

    /// The names of all entries except hidden ones.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func names() throws -> [String] { try DurableFile.names(in: path) }

    /// The folder's permission bits; `nil` if they cannot be read.
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
            throw TimelineError.system(.changingPermissions, path)
        }
    }

    /// The kind and the permission bits of an entry; `nil` if it does not exist.
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
    /// - Throws: ``TimelineError/storageFailed(_:)``, also if the entry is a link.
    package func setMode(_ mode: UInt16, of name: String) throws {
        guard fchmodat(descriptor, name, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return }
            throw TimelineError.system(.changingPermissions, path.appending(path: name))
        }
    }
}
