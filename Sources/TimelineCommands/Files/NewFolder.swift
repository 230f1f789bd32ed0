import Foundation
import TimelineCore

/// A folder that a command fills under a temporary name, and then renames.
struct NewFolder: Sendable {
    private let target: URL
    private let temporary: URL

    /// Creates the temporary folder.
    ///
    /// - Throws: ``CommandError/fileExists(_:)`` unless nothing or an empty folder exists at the
    ///   path, ``CommandError/folderNotFound(_:)``, or a `TimelineError`.
    init(_ path: String) throws {
        target = URL(filePath: path, directoryHint: .notDirectory)
        let parent = target.deletingLastPathComponent()
        guard DurableFile.isFolder(parent) else {
            throw CommandError.folderNotFound(parent.relativePath)
        }
        if try DurableFile.exists(target) {
            guard DurableFile.isFolder(target), try DurableFile.names(in: target).isEmpty else {
                throw CommandError.fileExists(path)
            }
        }
        temporary = DurableFile.temporaryPath(beside: target)
        try DurableFile.makeFolder(temporary)
    }

    /// Writes a file at a relative path.
    ///
    /// - Throws: A `TimelineError`.
    func add(_ path: String, _ content: Data) throws {
        let file = temporary.appending(path: path)
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        guard DurableFile.writeSynced(content, to: file, mode: 0o644) else {
            throw TimelineError.system(.writing, at: file)
        }
    }

    /// Gives the folder its name.
    ///
    /// - Throws: A `TimelineError`.
    func finish() throws {
        try DurableFile.move(temporary, to: target)
    }

    /// Removes the incomplete folder.
    func discard() {
        // The error that led here matters more.
        try? FileManager.default.removeItem(at: temporary)
    }
}
