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
        guard let values = try? url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),  // not there
            values.isRegularFile == true
        else { throw TimelineError.fileNotFound(path) }
        if let size = values.fileSize, size > limit { throw refusal(size) }
        guard let content = try DurableFile.read(url) else {
            throw TimelineError.fileNotFound(path)
        }
        return content
    }
}
