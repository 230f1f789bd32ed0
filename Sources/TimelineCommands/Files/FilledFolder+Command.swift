import Foundation
import TimelineCore

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
