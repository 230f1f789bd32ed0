package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension DurableFile {
    /// Returns the contents of a file, or `nil` if the file does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package static func read(_ path: URL) throws(TimelineError) -> Data? {
        guard try exists(path) else { return nil }
        do {
            return try Data(contentsOf: path)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .failure(.reading, at: path, reason: error.localizedDescription)
        }
    }

    /// Returns the contents of a regular file, or `nil` if the file does not exist.
    ///
    /// Symbolic links are not followed. Other kinds of items are not read, because reading them
    /// might block or never end.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the item cannot be read or is not a regular
    ///   file.
    package static func readFile(_ path: URL) throws(TimelineError) -> Data? {
        let descriptor = open(path.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            if errno == ELOOP { throw .failure(.reading, at: path, fault: .symbolicLink) }
            throw .system(.reading, at: path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(.reading, at: path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .failure(.reading, at: path, fault: .notAFile)
        }
        do {
            return try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readToEnd()
                ?? Data()
        } catch {
            throw .failure(.reading, at: path, reason: error.localizedDescription)
        }
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

    /// Returns whether the item at `path` is a symbolic link.
    static func isLink(_ path: URL) -> Bool {
        var status = stat()
        return lstat(path.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
