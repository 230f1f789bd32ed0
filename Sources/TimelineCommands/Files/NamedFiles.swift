import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file that a command reads for the user.
///
/// Symbolic links are followed.
struct InputFile {
    /// The path as the user typed it.
    let path: String

    /// The file at the path, with all symbolic links resolved.
    var url: URL { URL(filePath: path).resolvingSymlinksInPath() }

    /// Reads the whole file.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - error: A closure that returns the error for a larger file. It receives the file's size
    ///     in bytes.
    /// - Returns: The contents of the file.
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``,
    ///   ``TimelineError/storageFailed(_:)``, or the error returned by `error`.
    func read(limit: Int, orThrow error: (Int) -> any Error) throws -> Data {
        let url = url
        if let size = try size(of: url), size > limit { throw error(size) }
        guard
            let contents = try withExternalFileErrors(.reading, url, { try DurableFile.read(url) })
        else {
            throw CommandError.fileNotFound(path)
        }
        return contents
    }

    /// Checks that the path refers to a regular file, because opening any other file might block.
    func requireFile() throws { _ = try size(of: url) }

    /// Returns the size of a file in bytes, or `nil` if the size is unknown.
    private func size(of url: URL) throws -> Int? {
        do {
            let values = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            guard values.isRegularFile == true else { throw CommandError.notAFile(path) }
            return values.fileSize
        } catch is CocoaError {
            throw CommandError.fileNotFound(path)
        }
    }
}

extension PhotoFile {
    /// Reads a picture.
    ///
    /// A file that is too large is rejected before it is read.
    ///
    /// - Parameters:
    ///   - path: The path as the user typed it.
    ///   - alt: The description of the picture.
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``, or
    ///   ``TimelineError/photoRefused(_:name:)``.
    init(path: String, alt: String? = nil) throws {
        let input = InputFile(path: path)
        try input.requireFile()
        guard let photo = try PhotoFile(file: input.url, name: path, alt: alt) else {
            throw CommandError.fileNotFound(path)
        }
        self = photo
    }
}

/// A file that a command writes line by line.
///
/// An existing file is never overwritten.
final class LineFile: Sendable {
    private let url: URL
    private let file: FileHandle

    /// Creates a file that only its owner can read.
    init(_ url: URL) throws {
        self.url = url
        let descriptor = try withExternalFileErrors(.writing, url) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC
            let descriptor = open(url.path, flags, 0o600)
            guard descriptor < 0 else { return descriptor }
            switch errno {
            case EEXIST: throw CommandError.fileExists(url.relativePath)
            case ENOENT, ENOTDIR:
                throw try CommandError.missing(folder: url.deletingLastPathComponent())
            default: throw TimelineError.system(.writing, at: url)
            }
        }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes a line.
    func write(_ line: String) throws {
        try withExternalFileErrors(.writing, url) {
            do {
                try file.write(contentsOf: Data((line + "\n").utf8))
            } catch {
                throw TimelineError.system(.writing, at: url)
            }
        }
    }
}

extension FilledFolder {
    /// Creates a folder for a command to fill.
    ///
    /// - Throws: ``CommandError/fileExists(_:)`` unless nothing or an empty folder exists at the
    ///   path, ``CommandError/folderNotFound(_:)``, ``CommandError/notAFolder(_:)``, or a
    ///   `TimelineError`.
    init(newFolder path: String, isPublic: Bool = false) throws {
        let target = URL(filePath: path, directoryHint: .notDirectory)
        if try DurableFile.existsOutsideStore(target) {
            let isEmpty = try withExternalFileErrors(.reading, target) {
                try DurableFile.isFolder(target) && DurableFile.names(in: target).isEmpty
            }
            guard isEmpty else { throw CommandError.fileExists(path) }
        } else {
            let parent = target.deletingLastPathComponent()
            guard DurableFile.isFolder(parent) else {
                throw try CommandError.missing(folder: parent)
            }
        }
        try self.init(target, isPublic: isPublic)
    }
}
