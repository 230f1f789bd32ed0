import Foundation
import TimelineCore

/// A file that the user names to be read; symbolic links lead to it.
struct InputFile {
    let path: String

    /// The file itself, behind any links.
    var url: URL { URL(filePath: path).resolvingSymlinksInPath() }

    /// Reads the file whole.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that are read.
    ///   - refusal: the error for a larger file, given its size.
    /// - Returns: the bytes.
    /// - Throws: ``CommandError/fileNotFound(_:)``, or the refusal.
    func read(upTo limit: Int, refusal: (Int) -> TimelineError) throws -> Data {
        let url = url
        if let size = try size(of: url), size > limit { throw refusal(size) }
        guard let content = try DurableFile.read(url) else {
            throw CommandError.fileNotFound(path)
        }
        return content
    }

    /// Requires a regular file, so that opening it cannot block.
    ///
    /// - Throws: ``CommandError/fileNotFound(_:)``, ``CommandError/notAFile(_:)``.
    func requireFile() throws { _ = try size(of: url) }

    /// The size of a file in bytes; what cannot be looked at, or is no file, is not there for this user.
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
