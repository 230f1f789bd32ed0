import Foundation
import TimelineCore

/// An error about the files, folders or sessions specified in a command.
///
/// Errors of the library are values of ``TimelineError``. Commands report both types as a
/// ``ReportableError``.
enum CommandError: Error, Hashable {
    /// The file does not exist.
    case fileNotFound(String)
    /// The folder to write to does not exist.
    case folderNotFound(String)
    /// The path is not that of a regular file.
    case notAFile(String)
    /// The path refers to a file, but a folder is required.
    case notAFolder(String)
    /// The path refers to a file, but a folder of pictures is required.
    case notAPhotoFolder(String)
    /// The file to write already exists.
    case fileExists(String)
    /// The user has no session with the given short ID.
    case sessionNotFound(String)
    /// The system has no program for showing pictures, or the program failed.
    case noViewer
    /// The user's text editor cannot be started, or failed.
    case editorFailed(String)
    /// The folder does not contain a store.
    case storeNotFound(String)
    /// The folder with the demo data is missing.
    case demoDataMissing(String)
    /// No user has the first username. The second one is similar.
    case unknownUser(String, similar: String)
    /// Standard output cannot be written to. The value is the system's reason.
    case outputFailed(String)
}

extension CommandError {
    /// Returns the error for a path at which a folder is required but does not exist.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if nothing can be learned about the path.
    static func missing(folder: URL) throws -> CommandError {
        try DurableFile.existsOutsideStore(folder)
            ? .notAFolder(folder.relativePath) : .folderNotFound(folder.relativePath)
    }
}
