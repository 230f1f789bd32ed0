package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A folder whose entries are examined and changed without ever following a symbolic link.
///
/// Entries are addressed relative to the open folder, so a link that replaces a part of the path meanwhile
/// leads nowhere else.
package final class OpenFolder {
    /// What an entry is.
    package enum Kind: Sendable {
        case file, folder, link, other
    }

    /// The path that the folder was opened by.
    package let path: URL
    private let descriptor: Int32

    /// Opens the folder at `path`, which may be a link; `nil` when none exists.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package convenience init?(_ path: URL) throws {
        try self.init(path, open(path.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    private init?(_ path: URL, _ descriptor: Int32) throws {
        self.path = path
        self.descriptor = descriptor
        guard descriptor < 0 else { return }
        // A link or a file in place of a folder is none.
        guard [ENOENT, ENOTDIR, ELOOP].contains(errno) else {
            throw TimelineError.system("Opening", path)
        }
        return nil
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Opens a folder within this one; `nil` when none has this name, or a link.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func subfolder(_ name: String) throws -> OpenFolder? {
        try OpenFolder(
            path.appending(path: name),
            openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        )
    }

    /// The names of all entries that are not hidden.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func names() throws -> [String] { try DurableFile.names(in: path) }

    /// The permission bits of the folder itself.
    package var mode: UInt16? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        return UInt16(truncatingIfNeeded: status.st_mode & 0o777)
    }

    /// Sets the permission bits of the folder itself.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func setMode(_ mode: UInt16) throws {
        guard fchmod(descriptor, mode_t(mode)) == 0 else {
            throw TimelineError.system("Changing the permissions of", path)
        }
    }

    /// What an entry is, and its permission bits; `nil` when none has this name.
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

    /// Sets the permission bits of an entry that is not a link; one that is gone needs none.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, also for a link.
    package func setMode(_ mode: UInt16, of name: String) throws {
        guard fchmodat(descriptor, name, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return }
            throw TimelineError.system(
                "Changing the permissions of",
                path.appending(path: name)
            )
        }
    }
}
