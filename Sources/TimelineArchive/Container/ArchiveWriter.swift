import Foundation

/// A writer of the files of an archive.
///
/// The archive appears at its final path only once it is complete.
protocol ArchiveWriter {
    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: The path inside the archive, with `/` as separator. Each path is written once.
    ///   - content: The contents.
    /// - Throws: A `TimelineError` if the file cannot be written.
    mutating func add(_ path: String, content: Data) throws

    /// Completes the archive and moves it to its final path.
    ///
    /// - Throws: A `TimelineError` if the archive cannot be completed.
    mutating func finish() throws

    /// Removes the incomplete archive.
    func discard()
}
