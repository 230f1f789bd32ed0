import Foundation
import TimelineCore

extension FilledFolder {
    /// Creates a folder for a command to fill.
    ///
    /// - Throws: ``CommandError/fileExists(_:)`` unless nothing or an empty folder exists at the
    ///   path, ``CommandError/folderNotFound(_:)``, or a `TimelineError`.
    init(newFolder path: String, isPublic: Bool = false) throws {
        let target = URL(filePath: path, directoryHint: .notDirectory)
        if try DurableFile.exists(target) {
            guard DurableFile.isFolder(target), try DurableFile.names(in: target).isEmpty else {
                throw CommandError.fileExists(path)
            }
        } else {
            let parent = target.deletingLastPathComponent()
            guard DurableFile.isFolder(parent) else {
                throw CommandError.folderNotFound(parent.relativePath)
            }
        }
        try self.init(target, isPublic: isPublic)
    }
}
