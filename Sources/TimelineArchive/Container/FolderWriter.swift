import Foundation
import TimelineCore

/// A writer of an archive that is a folder.
struct FolderWriter: ArchiveWriter {
    private let target: URL
    private let temporary: URL

    /// Starts a folder under a temporary name.
    ///
    /// - Parameter target: The path of the folder, at which nothing or an empty folder exists.
    /// - Throws: A `TimelineError` if the folder cannot be created.
    init(_ target: URL) throws {
        self.target = target
        temporary = DurableFile.temporaryPath(beside: target)
        try DurableFile.makeFolder(temporary)
    }

    mutating func add(_ path: String, _ content: Data) throws {
        let file = temporary.appending(path: path)
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        guard DurableFile.writeSynced(content, to: file, mode: 0o600) else {
            throw TimelineError.system(.writing, at: file)
        }
    }

    mutating func finish() throws {
        try DurableFile.move(temporary, to: target)
    }

    func discard() {
        // The next error that matters is the one that led here.
        try? FileManager.default.removeItem(at: temporary)
    }
}
