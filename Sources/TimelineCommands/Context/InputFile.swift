import Foundation
import TimelineCore

/// A file that a person names to be read.
struct InputFile {
    let path: String

    /// Reads the file whole.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that are read.
    ///   - refusal: the error for a larger file, given its size.
    /// - Returns: the bytes.
    /// - Throws: ``TimelineError/fileNotFound(_:)``, or the refusal.
    func read(upTo limit: Int, refusal: (Int) -> TimelineError) throws -> Data {
        let url = URL(filePath: path)
        if let size = try size(of: url), size > limit { throw refusal(size) }
        guard let content = try DurableFile.read(url) else {
            throw TimelineError.fileNotFound(path)
        }
        return content
    }

    /// The size of a file in bytes; what cannot be looked at, or is no file, is not there for this user.
    private func size(of url: URL) throws -> Int? {
        do {
            let values = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
            guard values.isRegularFile == true else { throw TimelineError.notAFile(path) }
            return values.fileSize
        } catch is CocoaError {
            throw TimelineError.fileNotFound(path)
        }
    }
}
