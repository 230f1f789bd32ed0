package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

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
