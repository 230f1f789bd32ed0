import Foundation
import TimelineCore

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
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)`` or ``CommandError/notAFile(_:)``.
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
