import Foundation
import TimelineCore

/// A file that a command reads for its user; symbolic links are followed.
struct InputFile {
    /// The path as the user typed it.
    let path: String

    /// The file behind all links.
    var url: URL { URL(filePath: path).resolvingSymlinksInPath() }

    /// Reads the whole file.
    ///
    /// - Parameters:
    ///   - limit: the maximum size in bytes.
    ///   - error: the error for a larger file, given its size in bytes.
    /// - Returns: the contents.
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``, or `error`.
    func read(limit: Int, orThrow error: (Int) -> TimelineError) throws -> Data {
        let url = url
        if let size = try size(of: url), size > limit { throw error(size) }
        guard let contents = try DurableFile.read(url) else {
            throw CommandError.fileNotFound(path)
        }
        return contents
    }

    /// Requires a regular file, so that opening it cannot block.
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``.
    func requireFile() throws { _ = try size(of: url) }

    /// The size of a file in bytes.
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
    /// Reads a picture; rejects a file that is too large before reading it.
    ///
    /// - Parameters:
    ///   - path: the path as the user typed it.
    ///   - alt: the description of the picture.
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``,
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
